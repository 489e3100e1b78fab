import { type JsonObject, textAt } from '../objects/index.ts';
import type { Operation } from '../operations/index.ts';

/** What a rule is matched against. */
export interface RuleSubject {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly subresource: string;
  readonly operation: Operation;
  readonly name: string;
  /** Whether the object itself is in a namespace; a namespace is not. */
  readonly isNamespaced: boolean;
}

/** A rule of a webhook or of a policy: which requests it is about. */
export interface Rule {
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  /** `pods`, `pods/status`, `pods/*`, `*`, `*\/scale`, `*\/*`. */
  readonly resources: readonly string[];
  readonly operations: readonly string[];
  readonly scope: string;
  /** Of policies only. None: all. */
  readonly names: readonly string[];
}

export function ruleFrom(value: JsonObject): Rule {
  const texts = (field: string): string[] => {
    const list = value[field];
    return Array.isArray(list) ? list.map(String) : [];
  };
  return {
    groups: texts('apiGroups'),
    versions: texts('apiVersions'),
    resources: texts('resources'),
    operations: texts('operations'),
    scope: textAt(value, 'scope') || '*',
    names: texts('resourceNames'),
  };
}

export function matchesRule(rule: Rule, subject: RuleSubject): boolean {
  return (
    isScope(rule.scope, subject.isNamespaced) &&
    hasOrAny(rule.operations, subject.operation) &&
    hasOrAny(rule.groups, subject.group) &&
    hasOrAny(rule.versions, subject.version) &&
    rule.resources.some((resource) => isResource(resource, subject)) &&
    (rule.names.length === 0 || rule.names.includes(subject.name))
  );
}

function hasOrAny(items: readonly string[], wanted: string): boolean {
  return items.includes('*') || items.includes(wanted);
}

function isScope(scope: string, isNamespaced: boolean): boolean {
  if (scope === '*') return true;
  return scope === 'Namespaced' ? isNamespaced : scope === 'Cluster' && !isNamespaced;
}

/** Without a slash a rule is about no subresource, not about all of them. */
function isResource(pattern: string, { plural, subresource }: RuleSubject): boolean {
  const slash = pattern.indexOf('/');
  const resource = slash < 0 ? pattern : pattern.slice(0, slash);
  const sub = slash < 0 ? '' : pattern.slice(slash + 1);
  return (resource === '*' || resource === plural) && (sub === '*' || sub === subresource);
}
