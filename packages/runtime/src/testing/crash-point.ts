import type { AnyKind } from '@slipway/kube';
import { resourceName } from '@slipway/kube/kinds';
import { CHANGING_VERBS, type RequestMatch, type ScheduledFault } from '@slipway/kube/testing';

/** A crash just before a write leaves, or when the server has carried it out and not yet answered. */
export interface CrashPoint {
  /** Which write, from 1. */
  readonly write: number;
  readonly moment: 'before' | 'after';
}

/** Both sides of every write. */
export function crashPoints(writes: number): CrashPoint[] {
  return Array.from({ length: writes }, (_, index) => index + 1).flatMap((write) => [
    { write, moment: 'before' } as const,
    { write, moment: 'after' } as const,
  ]);
}

/** As many of the points as wanted, in their order, chosen by `random`. */
export function sampleOf(points: readonly CrashPoint[], count: number, random: () => number): CrashPoint[] {
  const drawn = points.map((point) => ({ point, lot: random() }));
  const chosen = new Set(drawn.toSorted((a, b) => a.lot - b.lot).slice(0, count));
  return drawn.filter((each) => chosen.has(each)).map(({ point }) => point);
}

/** The writes that are counted: those of the kinds, in one namespace. */
export function writesIn(namespace: string, kinds: readonly AnyKind[]): RequestMatch {
  return { verb: CHANGING_VERBS, namespace, resource: kinds.map(resourceName) };
}

/** The faults that leave the server as the crash does: the writes up to the point, and none after it. */
export function crashSchedule({ write, moment }: CrashPoint, match: RequestMatch): ScheduledFault[] {
  if (moment === 'before') return [{ match, nth: { from: write }, fault: 'drop' }];
  return [
    { match, nth: write, fault: 'cutAnswer', args: { how: 'silence' } },
    { match, nth: { from: write + 1 }, fault: 'drop' },
  ];
}
