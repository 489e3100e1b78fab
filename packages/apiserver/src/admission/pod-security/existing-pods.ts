import type { KubeObject } from '../../objects/index.ts';
import { violations } from './levels.ts';
import { type LevelVersion, shownPolicy } from './policy.ts';
import { subjectOf } from './templates.ts';

/** A namespace with more pods is warned of the first ones only. */
const MOST_PODS = 3000;

/** What to say when a namespace that has pods becomes stricter. */
export function namespaceWarnings(namespace: string, enforce: LevelVersion, pods: readonly KubeObject[]): string[] {
  const checked = oneOfEachController(pods).slice(0, MOST_PODS);
  const byReason = new Map<string, string[]>();
  for (const pod of checked) {
    const reason = violations(subjectOf(pod), enforce)
      .map((violation) => violation.reason)
      .join(', ');
    if (reason === '') continue;
    byReason.set(reason, [...(byReason.get(reason) ?? []), pod.metadata.name ?? '']);
  }
  const details = [...byReason].map(([reason, names]) => `${shownNames(names.sort())}: ${reason}`).sort();
  return [
    ...(checked.length < pods.length
      ? [
          `new PodSecurity enforce level only checked against the first ${checked.length} of ${pods.length} existing pods`,
        ]
      : []),
    ...(details.length > 0
      ? [
          `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${shownPolicy(enforce)}"`,
        ]
      : []),
    ...details,
  ];
}

/** The replicas of one controller are alike: one of each comes first. */
function oneOfEachController(pods: readonly KubeObject[]): KubeObject[] {
  const seen = new Set<string>();
  const others: KubeObject[] = [];
  const first = pods.filter((pod) => {
    const uid = pod.metadata.ownerReferences?.find(({ controller }) => controller)?.uid;
    if (uid === undefined || !seen.has(uid)) {
      if (uid !== undefined) seen.add(uid);
      return true;
    }
    others.push(pod);
    return false;
  });
  return [...first, ...others];
}

function shownNames([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  return `${first} (and ${others.length} other ${others.length === 1 ? 'pod' : 'pods'})`;
}
