import { contentOf, holderOf, type LeaseObject, leaseDurationMsOf } from './record.ts';
import type { ElectionTiming } from './timing.ts';

/** What a candidate knows of the Lease. */
export interface Sighting {
  /** As last read; undefined where there is none. */
  readonly lease: LeaseObject | undefined;
  /** The monotonic instant from which a candidate may take it, if its content stays as it is. */
  readonly freeAt: number;
}

/**
 * What is known after another look at the Lease. Only the monotonic instants at which content was
 * seen count, never the times in it: the first look starts a full term, however old the
 * record claims to be, and each change seen starts another.
 */
export function sight(
  before: Sighting | undefined,
  lease: LeaseObject | undefined,
  now: number,
  leaseMs: number,
): Sighting {
  if (before !== undefined && contentOf(before.lease) === contentOf(lease)) return { ...before, lease };
  return { lease, freeAt: now + waitMs(before, lease, leaseMs) };
}

function waitMs(before: Sighting | undefined, lease: LeaseObject | undefined, leaseMs: number): number {
  if (holderOf(lease) !== '') return leaseDurationMsOf(lease) ?? leaseMs;
  if (lease !== undefined || before === undefined) return 0;
  // The Lease was deleted, which frees nobody: its holder acts until it notices, and creates it again.
  return Math.max(leaseMs, leaseDurationMsOf(before.lease) ?? 0);
}

/**
 * Whether a candidate may write itself into the Lease. Its own name there is a claim of its own
 * whose answer was lost.
 */
export function mayTake(sighting: Sighting, identity: string, now: number): boolean {
  return holderOf(sighting.lease) === identity || now >= sighting.freeAt;
}

/**
 * Why a leader that looks again has lost the Lease; undefined while it may write it anew. One that is
 * missing or empty it takes again, unless its leave has run out on the wall clock: then
 * another may have led meanwhile, and may still.
 */
export function lossOf(lease: LeaseObject | undefined, identity: string, mayAct: boolean): string | undefined {
  const holder = holderOf(lease);
  if (holder === identity) return undefined;
  if (holder !== '') return `${holder} holds it`;
  return mayAct ? undefined : 'it was deleted or given back while this process was suspended';
}

export type LeaderStep =
  | { readonly do: 'renew' | 'lost' }
  /** Look again after `ms`. */
  | { readonly do: 'wait'; readonly ms: number };

/** What a leader does next, given the instants of its last renewal and of its last try. */
export function leaderStep(renewedAt: number, triedAt: number, now: number, timing: ElectionTiming): LeaderStep {
  const deadline = renewedAt + timing.renewDeadlineMs;
  if (now >= deadline) return { do: 'lost' };
  const dueAt = triedAt + timing.retryMs;
  // Whole milliseconds: the rest of one, left over by rounding, is no time to wait for.
  return now >= dueAt ? { do: 'renew' } : { do: 'wait', ms: Math.ceil(Math.min(dueAt, deadline) - now) };
}

/** How long a candidate waits before it looks again: spread, so that candidates do not meet. */
export function candidateDelayMs({ retryMs, jitter }: ElectionTiming, random: () => number): number {
  return retryMs + random() * jitter * retryMs;
}
