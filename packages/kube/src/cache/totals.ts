import type { AnyObject } from '../kinds/index.ts';
import type { ReflectorState } from '../watch/index.ts';
import type { CacheCounters } from './cache.ts';
import type { Mirror } from './mirror.ts';

/** Several mirrors as one: synced if all are, stale or absent if one is, the last event of any. */
export function totalState(
  mirrors: readonly Pick<Mirror<AnyObject>, 'reflector' | 'inconsistencies'>[],
): ReflectorState {
  const states = mirrors.map(({ reflector }) => reflector.state);
  const events = states.flatMap(({ lastEventAt }) => lastEventAt ?? []);
  const unbroken = states.flatMap(({ unbrokenSince }) => unbrokenSince ?? []);
  return {
    synced: states.every(({ synced }) => synced),
    stale: states.some(({ stale }) => stale),
    absent: states.some(({ absent }) => absent),
    forbidden: states.some(({ forbidden }) => forbidden),
    unbrokenSince: unbroken.length === states.length ? Math.max(...unbroken) : undefined,
    lastResourceVersion: states.length === 1 ? states[0]?.lastResourceVersion : undefined,
    lastEventAt: events.length > 0 ? Math.max(...events) : undefined,
    blocker: states.find(({ blocker }) => blocker !== undefined)?.blocker,
  };
}

export function totalCounters(
  mirrors: readonly Pick<Mirror<AnyObject>, 'reflector' | 'inconsistencies'>[],
): CacheCounters {
  const total = { lists: 0, watches: 0, restarts: {} as Record<string, number>, inconsistencies: 0 };
  for (const { reflector, inconsistencies } of mirrors) {
    total.lists += reflector.counters.lists;
    total.watches += reflector.counters.watches;
    total.inconsistencies += inconsistencies;
    for (const [reason, count] of Object.entries(reflector.counters.restarts)) {
      total.restarts[reason] = (total.restarts[reason] ?? 0) + count;
    }
  }
  return total;
}
