import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import type { FailurePolicy, Plan } from '../model/index.ts';
import { countOf } from '../plan/index.ts';
import { strandedBy } from './traffic.ts';
import type { Turn } from './turn.ts';

/** A failure seen this long after it happened is history: a person decides. */
const OLDEST_FAILURE_MS: Duration = 20 * 60_000;

/** What a failure really does: going back needs somewhere to go and nothing that is lost on the way. */
export function effectivePolicy(plan: Plan, wanted: FailurePolicy): FailurePolicy {
  if (wanted !== 'rollback') return wanted;
  return canGoBack(plan) ? 'rollback' : 'freeze';
}

export function canGoBack({ actuator, from, reversibility, rollback }: Plan): boolean {
  // A cluster that had nothing goes back to nothing.
  if (from === null && actuator !== 'clusters') return false;
  return reversibility === 'reversible' || (reversibility === 'reversible-with-loss' && rollback.allowLoss === true);
}

/** Whether a member that fails now goes back while the others go on. */
export function goesBackAlone({ plan, stage }: Turn): boolean {
  return (stage.onFailure ?? plan.onFailure) !== 'freeze' && canGoBack(plan);
}

/** Whether a member was given something else than it had. */
export function hasChangedMembers({ state }: Turn): boolean {
  return Object.values(state.members).some(({ previous }) => previous !== undefined);
}

/** Runs the failure policy. Nothing new starts from here on; what moves settles first. */
export function fail(turn: Turn, reason: string, happenedAt: Instant = turn.now): void {
  const { plan, state, stage } = turn;
  if (state.ending !== undefined || turn.isTerminal || state.phase === 'RollingBack') return;
  if (state.phase === 'Pending' || (plan.actuator !== 'traffic' && !hasChangedMembers(turn))) {
    end(turn, 'Aborted', reason);
    return;
  }
  const policy = effectivePolicy(plan, stage.onFailure ?? plan.onFailure);
  const isLate = turn.now - happenedAt > OLDEST_FAILURE_MS;
  const to = policy === 'rollback' && !isLate && strandedBy(turn) === undefined ? 'RollingBack' : 'Frozen';
  state.ending = { to, reason: isLate ? `${reason} (seen late: a person decides)` : reason };
}

/** One more failed member; more than are tolerated run the policy. */
export function countFailure(turn: Turn, reason: string): void {
  const { plan, state } = turn;
  state.failures += 1;
  if (state.failures > countOf(plan.maxFailures, plan.members.length)) fail(turn, reason);
}

/** Enters a terminal phase. */
export function end(
  turn: Turn,
  phase: 'Succeeded' | 'RolledBack' | 'Aborted' | 'Superseded' | 'Frozen' | 'RollbackFailed',
  reason: string,
): void {
  const types = {
    Succeeded: 'PlanSucceeded',
    RolledBack: 'RollbackSucceeded',
    Aborted: 'PlanAborted',
    Superseded: 'PlanSuperseded',
    Frozen: 'PlanFrozen',
    RollbackFailed: 'RollbackFailed',
  } as const;
  turn.enter(phase, reason);
  delete turn.state.ending;
  delete turn.state.pausedFrom;
  turn.tell(types[phase], turn.plan.to, reason);
}
