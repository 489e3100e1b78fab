import { containersOf, type PodObject } from './pod.ts';

/** Guaranteed: cpu and memory of each container limited, and requests equal to limits. BestEffort: neither anywhere. */
export function qualityOfService(pod: PodObject): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = containersOf(pod);
  const of = (list: Readonly<Record<string, string>> | undefined, name: string): string | undefined => list?.[name];
  const named = ['cpu', 'memory'];
  const isEmpty = containers.every(({ resources }) =>
    named.every((name) => !of(resources?.requests, name) && !of(resources?.limits, name)),
  );
  if (isEmpty) return 'BestEffort';
  const isGuaranteed = containers.every(({ resources }) =>
    named.every((name) => {
      const limit = of(resources?.limits, name);
      return limit !== undefined && (of(resources?.requests, name) ?? limit) === limit;
    }),
  );
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}
