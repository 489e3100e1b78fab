import type { Instant } from '@gati-framework/contracts/deployment';
import { instantOf } from '@slipway/apimachinery/clock';
import type { Blocker, Stage } from '../types/index.ts';
import { timeOf } from './drain-status.ts';
import { drainDeadline, type Gate, type GateBlocker } from './gates.ts';
import type { DecommissionSituation, PastBlocker } from './situation.ts';
import { DRAIN_GATES, isOpen } from './verdict.ts';

const OVERDUE = 'DrainOverdue';

/** Past the deadline the owner is notified and the pods are no longer held (G-84, G-105). Nothing else changes. */
export function isOverdue(situation: DecommissionSituation, gates: readonly Gate[], now: Instant): boolean {
  const deadline = drainDeadline(situation);
  return deadline !== undefined && now >= deadline && !isOpen(gates, DRAIN_GATES);
}

/** `status.blockers`: every closed gate, and that the drain is overdue. */
export function blockersOf(situation: DecommissionSituation, gates: readonly Gate[], now: Instant): Blocker[] {
  const closed = gates.flatMap(({ blocker }) => blocker ?? []);
  const blockers = closed.map(({ since, deadline, ...rest }) => ({
    ...rest,
    since: timeOf(since),
    deadline: timeOf(deadline),
  }));
  const [first] = closed;
  if (!first || !isOverdue(situation, gates, now)) return blockers;
  const since = timeOf(drainDeadline(situation) ?? now);
  const message = `the drain is past its deadline; in the way is ${first.reason}: ${first.message}`;
  return [...blockers, { reason: OVERDUE, message, since, deadline: since, owner: first.owner }];
}

export function pastBlockers(blockers: readonly Blocker[] = []): PastBlocker[] {
  return blockers.map(({ reason, message, since }) => ({
    reason,
    since: instantOf(since) ?? 0,
    ...(message !== undefined && { message }),
  }));
}

/** A grace period ends by itself; when, is what a reader wants to know. */
function opening({ reason, deadline }: GateBlocker): string {
  return reason === 'GracePeriod' ? `; it may be at ${timeOf(deadline)} at the earliest` : '';
}

export interface DrainedCondition {
  readonly type: 'Drained';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/**
 * `stage`: the one that is written beside it. While a version is being removed it was drained, and stays so: its pods
 * go, so nothing more is known of its traffic, and the delays count from when this became True.
 */
export function drainedCondition(gates: readonly Gate[], stage?: Stage): DrainedCondition {
  const isGoing = stage === 'Decommissioning' || stage === 'Decommissioned';
  const isAsked = ({ name, blocker }: Gate): boolean => blocker !== undefined && DRAIN_GATES.includes(name);
  const closed = isGoing ? undefined : gates.find(isAsked)?.blocker;
  if (!closed)
    return {
      type: 'Drained',
      status: 'True',
      reason: 'Drained',
      message: 'Nobody has used it for the whole grace period.',
    };
  const isUnknown = closed.reason === 'TrafficUnknown' || closed.reason === 'InFlightUnknown';
  return {
    type: 'Drained',
    status: isUnknown ? 'Unknown' : 'False',
    reason: closed.reason,
    message: `It is not drained: ${closed.message}${opening(closed)}. Who can act: ${closed.owner}.`,
  };
}
