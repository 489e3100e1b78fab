import type { Attributes } from './attributes.ts';

/** One rule of a Role or ClusterRole. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

const hasOrAll = (allowed: readonly string[] | undefined, wanted: string): boolean =>
  allowed !== undefined && (allowed.includes(wanted) || allowed.includes('*'));

export function ruleAllows(rule: PolicyRule, wanted: Attributes): boolean {
  if (!hasOrAll(rule.verbs, wanted.verb)) return false;
  if ('path' in wanted) return (rule.nonResourceURLs ?? []).some((url) => urlCovers(url, wanted.path));
  return (
    hasOrAll(rule.apiGroups, wanted.group) &&
    resourceAllowed(rule.resources ?? [], wanted.resource, wanted.subresource) &&
    (!rule.resourceNames?.length || rule.resourceNames.includes(wanted.name))
  );
}

// `*` is every resource with its subresources, an asterisk before `/scale` the scale of every resource.
function resourceAllowed(allowed: readonly string[], resource: string, subresource: string): boolean {
  if (subresource === '') return hasOrAll(allowed, resource);
  return hasOrAll(allowed, `${resource}/${subresource}`) || allowed.includes(`*/${subresource}`);
}

export function urlCovers(rule: string, url: string): boolean {
  return rule === url || (rule.endsWith('*') && url.startsWith(rule.replace(/\*+$/, '')));
}
