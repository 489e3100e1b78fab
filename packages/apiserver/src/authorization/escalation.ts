import type { User } from '../identity/index.ts';
import { type PolicyRule, urlCovers } from './rule.ts';

/**
 * What of `wanted` is not among `held`, in the words of a real server; undefined when all of it is.
 * Nobody gives away what they do not have.
 */
export function escalation(user: User, held: readonly PolicyRule[], wanted: readonly PolicyRule[]): string | undefined {
  const missing = wanted.flatMap(singleRules).filter((rule) => !held.some((one) => covers(one, rule)));
  if (missing.length === 0) return undefined;
  const texts = [...new Set(joined(missing).map(shown))].sort();
  const who = `user ${JSON.stringify(user.name)} (groups=${shownList(user.groups)})`;
  return `${who} is attempting to grant RBAC permissions not currently held:\n${texts.join('\n')}`;
}

/** One verb on one thing each: such a rule is covered by one other rule or by none. */
function singleRules({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule) {
  const single: PolicyRule[] = [];
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        const rule = { verbs: [verb], apiGroups: [group], resources: [resource] };
        if (resourceNames.length === 0) single.push(rule);
        for (const name of resourceNames) single.push({ ...rule, resourceNames: [name] });
      }
    }
  }
  for (const url of nonResourceURLs) for (const verb of verbs) single.push({ verbs: [verb], nonResourceURLs: [url] });
  return single;
}

function covers(held: PolicyRule, wanted: PolicyRule): boolean {
  const all = (have: readonly string[] = [], want: readonly string[] = []): boolean =>
    have.includes('*') || want.every((one) => have.includes(one));
  const names = held.resourceNames ?? [];
  return (
    all(held.verbs, wanted.verbs) &&
    all(held.apiGroups, wanted.apiGroups) &&
    (wanted.resources ?? []).every((resource) => coversResource(held.resources ?? [], resource)) &&
    (names.length === 0 || (wanted.resourceNames !== undefined && all(names, wanted.resourceNames))) &&
    (wanted.nonResourceURLs ?? []).every((url) => (held.nonResourceURLs ?? []).some((one) => urlCovers(one, url)))
  );
}

function coversResource(held: readonly string[], resource: string): boolean {
  const slash = resource.indexOf('/');
  return held.includes('*') || held.includes(resource) || (slash >= 0 && held.includes(`*${resource.slice(slash)}`));
}

/** Rules that differ in their verbs only are reported as one. */
function joined(rules: readonly PolicyRule[]): PolicyRule[] {
  const byThing = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const { verbs, ...thing } = rule;
    // Paths stay apart, as a real server has them.
    const key = JSON.stringify(rule.nonResourceURLs ? rule : thing);
    const known = byThing.get(key);
    byThing.set(key, known ? { ...known, verbs: [...known.verbs, ...verbs] } : rule);
  }
  return [...byThing.values()];
}

function shown(rule: PolicyRule): string {
  const parts: readonly [string, readonly string[] | undefined][] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ];
  const given = parts.flatMap(([name, list]) => (list?.length ? [`${name}:${shownList(list)}`] : []));
  return `{${given.join(', ')}}`;
}

function shownList(list: readonly string[]): string {
  return `[${list.map((one) => JSON.stringify(one)).join(' ')}]`;
}
