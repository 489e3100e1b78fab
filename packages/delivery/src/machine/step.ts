import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '@gati-framework/contracts/deployment';
import type { Command, Decision, Observation, Plan, State, VersionId, VersionState } from '../model/index.ts';
import { retirementOf } from '../retirement/index.ts';
import { newAttempt, obey } from './commands.ts';
import { expire, forgiveLateness } from './deadlines.ts';
import { desiredOf } from './desired.ts';
import { runGates, watchAfterSuccess, watchBesideGates } from './gate-runs.ts';
import { seenHealth } from './health.ts';
import { followMembers } from './members.ts';
import { notePresence } from './presence.ts';
import { returnFailed } from './returns.ts';
import { rollBack } from './rollback.ts';
import { advance } from './stages.ts';
import { areWeightsReached, noteBase } from './traffic.ts';
import { Turn } from './turn.ts';
import { noteHealth, serviceBlocker } from './version-health.ts';
import { declareWaits } from './waits.ts';

/**
 * One decision. Pure and total: the same input gives the same output, and nothing valid makes it throw.
 *
 * Level-triggered: `desired` is the whole wanted state. Store the state (with the old one as precondition) before
 * applying `desired`; a crash in between repeats the apply.
 */
export function step(
  plan: Plan,
  state: State,
  observation: Observation,
  commands: readonly Command[],
  now: Instant,
): Decision {
  const turn = new Turn(plan, state, observation, now);
  if (state.seq === 0) turn.tell('PlanCreated', plan.id, `${plan.from ?? 'nothing'} → ${plan.to}`, plan.author);
  forgiveLateness(turn);
  obey(turn, commands);
  expire(turn);
  reviveInstall(turn);
  noteBase(turn);
  noteHealth(turn);
  watchBesideGates(turn);
  // Every round moves the plan on, and a plan has an end. Another stage may ask less of a member than the one before.
  do {
    notePresence(turn);
    followMembers(turn);
    returnFailed(turn);
    runGates(turn);
  } while (advance(turn));
  watchAfterSuccess(turn);
  rollBack(turn);
  retireVersions(turn);
  declareWaits(turn);
  const isChanged = state.seq === 0 || !isDeepStrictEqual(turn.state, { ...state, members: { ...state.members } });
  const next: State = isChanged ? { ...turn.state, seq: state.seq + 1 } : state;
  return { state: next, desired: desiredOf(turn), events: turn.events(next.seq), wakeAt: next.wakeAt };
}

/** A first version that is frozen has nothing to return to: it goes on as soon as it is healthy and nobody holds it. */
function reviveInstall(turn: Turn): void {
  const { state, plan } = turn;
  if (state.phase !== 'Frozen' || plan.from !== null || turn.stage.kind !== 'install' || state.hold) return;
  const seen = seenHealth(turn);
  if (seen.unknown !== undefined || !seen.value.isGood || seen.at <= state.since) return;
  // Pods that are well are not all: a route that took nothing for as long as it had time takes nothing at once either.
  const isAsked = Object.values(state.weights).some((weight) => weight > 0);
  if (isAsked && !areWeightsReached(turn)) return;
  newAttempt(turn, state.stage);
  turn.tell('AttemptStarted', plan.to, 'it has become healthy');
}

function retireVersions(turn: Turn): void {
  for (const id of Object.keys(turn.state.versions)) {
    // A version without delays goes all the way in one step.
    while (retireOneStep(turn, id));
  }
}

const REPORTED = { Drained: 'VersionDrained', ScaledDown: 'VersionScaledDown', Retired: 'VersionRetired' } as const;

/** True when the version has entered another phase. */
function retireOneStep(turn: Turn, id: VersionId): boolean {
  const { plan, state, now, observation } = turn;
  const version = state.versions[id] as VersionState;
  const next = retirementOf({
    version,
    health: turn.version(id),
    drain: observation.drain[id] ?? { unknown: `no drain signal of ${id}` },
    policy: plan.retire,
    weight: state.weights[id] ?? 0,
    needed: neededFor(turn, id),
    now,
  });
  state.versions[id] = next;
  if (next.phase === version.phase) return false;
  if (next.phase in REPORTED) turn.tell(REPORTED[next.phase as keyof typeof REPORTED], id, `${id} is ${next.phase}`);
  else if (version.phase === 'Drained' || version.phase === 'ScaledDown')
    turn.tell('VersionResurrected', id, `${id} serves again`);
  else turn.tell('VersionDraining', id, `${id} has no traffic in the accepted route`);
  return true;
}

/** Why a version may not go whatever its traffic. */
function neededFor(turn: Turn, id: string): string | undefined {
  const { plan, state, isTerminal, now } = turn;
  const isPart = id === plan.from || id === plan.to || (plan.split?.baseline[id] ?? 0) > 0;
  if (!isTerminal && isPart) return 'it is part of a plan that is not over';
  if (state.phase === 'Frozen' || state.phase === 'RollbackFailed') return 'the plan stopped on its way';
  if (state.hold && (state.hold.version === undefined || state.hold.version === id)) return 'it is held';
  if (state.succeededAt !== undefined && now < state.succeededAt + plan.rollback.window)
    return 'the rollback window is open';
  const isLastServing = !Object.entries(state.weights).some(([other, weight]) => other !== id && weight > 0);
  if (isLastServing) return 'it is the last version that can serve';
  return state.versions[id]?.bad === undefined ? serviceBlocker(turn, id) : undefined;
}
