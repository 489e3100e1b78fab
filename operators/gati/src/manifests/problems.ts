import { problemsOf, type Workload } from '@slipway/workloads';

/** Where a workload's part comes from, in the words of a spec; the first that fits. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^pod\.containers\[0\]\.mounts/, 'volumeMounts'],
  [/^pod\.containers\[0\]\.ports\[0\]\.port/, 'port'],
  [/^pod\.containers\[0\]\./, ''],
  [/^pod\.security\b/, 'securityContext'],
  [/^pod\.scheduling\.topologySpread/, 'topologySpreadConstraints'],
  [/^pod\.scheduling\./, ''],
  [/^pod\.annotations/, 'podAnnotations'],
  [/^pod\./, ''],
  [/^services\[0\]\.ports\[0\]\.port/, 'service.port'],
  [/^services\[0\]\./, 'service.'],
  [/^network\.(in|e)gress\[/, 'network.$1gress['],
];

/** What is wrong with the fields that a description was made of, one sentence each, with the way out (G-14). */
export function fieldProblems(workload: Workload): readonly string[] {
  return problemsOf(workload).map(({ field, message }) => `spec.${specField(field)} ${message}.`);
}

function specField(field: string): string {
  const [pattern, name] = FIELDS.find(([prefix]) => prefix.test(field)) ?? [/^/, ''];
  return field.replace(pattern, name);
}
