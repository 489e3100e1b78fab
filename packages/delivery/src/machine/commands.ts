import { isOfSystem, startRun } from '../gates/index.ts';
import type { Command, Gate, MemberPhase, Wait } from '../model/index.ts';
import { canGoBack, end } from './failure.ts';
import { gateKey, tellOutcome } from './gate-runs.ts';
import { beginRollback, hasMoved, nowhere } from './rollback.ts';
import { enterStage, pause } from './stages.ts';
import { returnWeights, strandedBy } from './traffic.ts';
import type { Turn } from './turn.ts';

export const REMEMBERED_COMMANDS = 32;

/** Carries out what people commanded, in their order. What the phase does not allow is refused with the reason. */
export function obey(turn: Turn, commands: readonly Command[]): void {
  for (const command of commands) {
    const { state } = turn;
    if (state.commands.includes(command.key)) continue;
    state.commands = [...state.commands, command.key].slice(-REMEMBERED_COMMANDS);
    const refusal = carryOut(turn, command);
    if (refusal !== undefined) turn.tell('CommandRefused', command.type, refusal, command.actor);
  }
}

function carryOut(turn: Turn, command: Command): string | undefined {
  switch (command.type) {
    case 'pause':
      return pauseByHand(turn, command);
    case 'resume':
      return resume(turn, command);
    case 'promote':
      return promote(turn, command);
    case 'skip':
      return skip(turn, command);
    case 'retry':
      return retry(turn, command);
    case 'abort':
      return abort(turn, command);
    case 'rollback':
      return rollbackByHand(turn, command);
    case 'replace':
      return endWith(turn, 'Superseded', command);
    case 'hold':
      turn.state.hold = { by: command.actor, reason: command.reason, since: turn.now };
      turn.tell('HoldSet', turn.plan.to, command.reason, command.actor);
      return undefined;
    default:
      return unhold(turn, command);
  }
}

function pauseByHand(turn: Turn, { actor, reason }: Command): string | undefined {
  const { phase, ending } = turn.state;
  if (ending || !['Pending', 'Progressing', 'Verifying'].includes(phase)) return `cannot pause while ${phase}`;
  pause(turn, actor, reason);
  return undefined;
}

/** The same stage again; what was judged or soaked before the pause is judged again. */
function resume(turn: Turn, { actor, reason }: Command): string | undefined {
  const { state, plan, stage } = turn;
  const { pausedFrom } = state;
  if (state.phase !== 'Paused' || !pausedFrom) return `cannot resume while ${state.phase}`;
  turn.tell('Resumed', plan.to, reason, actor);
  leavePause(turn);
  if (stage.kind === 'pause' && pausedFrom.by === 'plan') nextStage(turn);
  return undefined;
}

/** Time spent in a pause counts for neither deadline nor soak. */
function leavePause(turn: Turn): void {
  const { state, stage, now } = turn;
  const { pausedFrom } = state;
  if (!pausedFrom) return;
  // A clock that went back meanwhile takes nobody's time away.
  const away = Math.max(0, now - pausedFrom.at);
  state.waits = state.waits
    .filter(({ kind }) => kind !== 'pause')
    .map((wait) => (isMemberClock(wait) ? wait : { ...wait, deadline: wait.deadline + away }));
  for (const gate of stage.gates) {
    const key = gateKey(stage, gate);
    // What people decided is not asked of them again.
    if (gate.kind === 'approval') continue;
    if (state.gates[key] && state.gates[key].outcome !== 'Skipped' && state.gates[key].outcome !== 'Pass')
      delete state.gates[key];
  }
  if (state.reachedAt !== undefined) state.reachedAt = now;
  turn.enter(pausedFrom.phase);
  delete state.pausedFrom;
}

/** A member on its way goes on through a pause, and so does its time. */
const isMemberClock = ({ kind }: Wait): boolean => kind === 'member' || kind === 'rollback';

/** Ends a pause, a soak or a closed window; never what says whether the version is sound or allowed. */
function promote(turn: Turn, command: Command & { type: 'promote' }): string | undefined {
  const { state, plan, stage } = turn;
  if (state.ending || !['Paused', 'Verifying', 'Pending'].includes(state.phase))
    return `cannot promote while ${state.phase}`;
  const failed = stage.gates.find((gate) => state.gates[gateKey(stage, gate)]?.outcome === 'Fail');
  if (failed) return `gate ${failed.name} has failed`;
  if (state.phase === 'Pending' && !stage.gates.some(({ kind }) => kind === 'window'))
    return 'nothing that a promotion can end keeps the plan from starting';
  const pauseAhead = upcomingPause(turn);
  const ended = stage.gates.filter((gate) => isPromotable(gate) && isAskedNow(turn, gate) && isGateOpen(turn, gate));
  const isLast = state.stage === plan.stages.length - 1;
  if (state.phase === 'Verifying' && ended.length === 0 && pauseAhead === undefined && !(command.full && !isLast))
    return 'nothing is open that a promotion could end: what is watched now is health';
  const jumped = command.full ? gateInTheWay(turn) : undefined;
  if (jumped !== undefined) return `${jumped} cannot be jumped over; promote stage by stage`;
  turn.tell('Promoted', stage.name, command.reason, command.actor);
  const wasPlanned = state.pausedFrom?.by === 'plan';
  if (state.phase === 'Paused') leavePause(turn);
  for (const gate of stage.gates) if (isPromotable(gate) && isAskedNow(turn, gate)) skipGate(turn, gate);
  if (pauseAhead !== undefined) state.promoted = pauseAhead;
  if (wasPlanned && stage.kind === 'pause') nextStage(turn);
  if (command.full && state.phase !== 'Pending' && state.stage < plan.stages.length - 1)
    enterStage(turn, plan.stages.length - 1);
  return undefined;
}

/** The pause for a person that ends the step which is watched now: who says go on while it is watched means it too. */
function upcomingPause({ plan, state }: Turn): number | undefined {
  const next = state.stage + 1;
  return state.phase === 'Verifying' && plan.stages[next]?.kind === 'pause' ? next : undefined;
}

function isGateOpen({ state, stage }: Turn, gate: Gate): boolean {
  return !['Pass', 'Skipped'].includes(state.gates[gateKey(stage, gate)]?.outcome ?? 'Running');
}

const isPromotable = ({ kind }: Gate): boolean =>
  !['health', 'crd', 'approval', 'conversion', 'capacity'].includes(kind);

/** What comes later in the stage is not ended before it has begun. */
function isAskedNow({ state: { isStarted, phase } }: Turn, { when }: Gate): boolean {
  if (!isStarted) return when === 'before';
  return when === 'during' || (when === 'after' && phase === 'Verifying');
}

/** The first gate before the last stage that no promotion ends. Of health the last stage asks again. */
function gateInTheWay({ plan: { stages }, state }: Turn): string | undefined {
  const asksHealth = stages.at(-1)?.gates.some(({ kind }) => kind === 'health') === true;
  for (const stage of stages.slice(state.stage, -1)) {
    const isOpen = (gate: Gate): boolean =>
      !['Pass', 'Skipped'].includes(state.gates[gateKey(stage, gate)]?.outcome ?? 'Running');
    const gate = stage.gates.find(
      (one) => !one.dryRun && !isPromotable(one) && !(one.kind === 'health' && asksHealth) && isOpen(one),
    );
    if (gate) return gateKey(stage, gate);
  }
  return undefined;
}

function nextStage(turn: Turn): void {
  if (turn.state.stage < turn.plan.stages.length - 1) enterStage(turn, turn.state.stage + 1);
}

function skipGate(turn: Turn, gate: Gate): void {
  const key = gateKey(turn.stage, gate);
  const run = turn.state.gates[key] ?? startRun(turn.now);
  if (run.outcome === 'Pass' || run.outcome === 'Skipped') return;
  turn.state.gates[key] = { ...run, outcome: 'Skipped' };
  tellOutcome(turn, gate, key, turn.state.gates[key]);
}

function skip(
  turn: Turn,
  { gate: name, member: id, stage: stageName, actor, reason }: Command & { type: 'skip' },
): string | undefined {
  const { state, stage } = turn;
  if (turn.isTerminal) return `cannot skip while ${state.phase}`;
  if (name !== undefined) {
    const gate = stage.gates.find((one) => one.name === name);
    if (!gate) return `stage ${stage.name} has no gate ${name}`;
    if (gate.kind === 'health' || gate.kind === 'crd') return `a ${gate.kind} gate cannot be skipped`;
    if (isOfSystem(gate)) return `gate ${gate.name} is decided by the system that asks`;
    skipGate(turn, gate);
    return undefined;
  }
  if (id !== undefined) {
    const idle: readonly MemberPhase[] = ['Pending', 'Deferred'];
    const member = state.members[id];
    if (!member || !idle.includes(member.phase))
      return `${id} is ${member?.phase ?? 'no member'} and cannot be skipped`;
    turn.setMember(id, { phase: 'Skipped', reason });
    turn.tell('Skipped', id, reason, actor);
    return undefined;
  }
  if (stageName !== stage.name || state.phase === 'RollingBack' || state.ending)
    return `stage ${stageName ?? ''} is not the current one`;
  if (state.stage === turn.plan.stages.length - 1) return 'the last stage cannot be skipped';
  const isOpen = (gate: Gate): boolean => isOfSystem(gate) && state.gates[gateKey(stage, gate)]?.outcome !== 'Pass';
  if (stage.gates.some((gate) => gate.kind === 'health' || gate.kind === 'crd' || isOpen(gate)))
    return `stage ${stage.name} has gates that cannot be skipped`;
  turn.tell('Skipped', stage.name, reason, actor);
  if (state.phase === 'Paused') leavePause(turn);
  nextStage(turn);
  return undefined;
}

/** A new attempt with the same pin, from the first stage that is not done. */
function retry(turn: Turn, { actor, reason }: Command): string | undefined {
  const { state, plan } = turn;
  if (!turn.isTerminal || state.phase === 'Succeeded') return `cannot retry while ${state.phase}`;
  if (state.hold && state.hold.version === undefined)
    return `${state.hold.by} holds ${plan.subject.name}: ${state.hold.reason}`;
  // Where members went back, none of the stages is done any more.
  const isOnItsWay = state.phase === 'Frozen' || (state.phase === 'RollbackFailed' && plan.actuator === 'traffic');
  newAttempt(turn, isOnItsWay ? state.stage : 0);
  turn.tell('AttemptStarted', plan.to, reason, actor);
  return undefined;
}

export function newAttempt(turn: Turn, stage: number): void {
  const { state, plan, now } = turn;
  state.attempt += 1;
  state.failures = 0;
  state.gates = {};
  state.waits = [];
  delete state.ending;
  delete state.pausedFrom;
  delete state.hold;
  delete state.succeededAt;
  delete state.promoted;
  const {
    bad: _,
    drain: __,
    held: ___,
    health: ____,
    ...version
  } = state.versions[plan.to] ?? { phase: 'Inactive', since: now };
  state.versions[plan.to] = (state.weights[plan.to] ?? 0) > 0 ? version : { ...version, phase: 'Inactive', since: now };
  for (const [id, { phase, previous }] of Object.entries(state.members)) {
    if (phase === 'Done' || phase === 'Skipped') continue;
    // What it ran before the plan is known from the first try alone.
    const isTouched = previous !== undefined && phase !== 'RolledBack';
    state.members[id] = { phase: 'Pending', since: now, ...(isTouched && { previous }) };
  }
  const isTouched = hasMoved(turn);
  enterStage(turn, stage);
  if (stage === 0 && !isTouched) turn.enter('Pending');
}

/** Nothing has happened yet: there is nothing to settle or to give back. */
const isUntouched = ({ state: { phase, pausedFrom } }: Turn): boolean =>
  phase === 'Pending' || (phase === 'Paused' && pausedFrom?.phase === 'Pending');

function abort(turn: Turn, command: Command & { type: 'abort' }): string | undefined {
  if (!command.rollback) return endWith(turn, 'Aborted', command);
  return rollbackByHand(turn, { ...command, type: 'rollback' });
}

function endWith(turn: Turn, to: 'Aborted' | 'Superseded', { reason }: Command): string | undefined {
  const { plan, state, now } = turn;
  const isStuck = state.phase === 'Frozen' || state.phase === 'RollbackFailed';
  // It can only make way for the next: nothing can be given back, as was seen, or tried.
  const isStranded = strandedBy(turn) !== undefined || (plan.split !== undefined && state.phase === 'RollbackFailed');
  if (isStuck && to === 'Superseded' && isStranded) {
    end(turn, to, reason);
    return undefined;
  }
  if (turn.isTerminal) return `the plan has ended: ${state.phase}`;
  if (state.phase === 'RollingBack') return 'the plan is going back already';
  if (isUntouched(turn)) {
    end(turn, to, reason);
    return undefined;
  }
  delete state.pausedFrom;
  state.ending = { to, reason, ...(to === 'Superseded' && { since: now }) };
  return undefined;
}

/** By hand a rollback may also lose data, if what is lost was shown and approved. */
function rollbackByHand(turn: Turn, { actor, reason, ...command }: Command & { type: 'rollback' }): string | undefined {
  const { state, plan } = turn;
  if (plan.from === null && plan.actuator !== 'clusters') return 'there is no version to go back to';
  const gone = strandedBy(turn);
  if (gone !== undefined && !isUntouched(turn)) return nowhere(gone);
  if (['RollingBack', 'RolledBack', 'Superseded'].includes(state.phase)) return `cannot roll back while ${state.phase}`;
  if (!canGoBack(plan) && !command.approved)
    return `${plan.to} is ${plan.reversibility}: a rollback needs approval of what is lost`;
  if (isUntouched(turn)) {
    end(turn, 'Aborted', reason);
    return undefined;
  }
  if (!turn.isTerminal) {
    delete state.pausedFrom;
    state.ending = { to: 'RollingBack', reason };
    return undefined;
  }
  const targets = Object.entries(returnWeights(turn)).filter(([, weight]) => weight > 0);
  if (targets.length > 0 && targets.every(([id]) => state.versions[id]?.phase === 'Retired'))
    return `${targets.map(([id]) => id).join(', ')} is retired; deliver it by a plan of its own`;
  // After the end it is an attempt of its own, so that each attempt has at most one.
  state.attempt += 1;
  state.gates = {};
  state.waits = [];
  state.failures = 0;
  // What could not go back is tried again.
  for (const [id, { return: _, ...member }] of Object.entries(state.members)) {
    if (_ !== undefined) state.members[id] = member;
  }
  beginRollback(turn, reason);
  turn.tell('AttemptStarted', plan.to, reason, actor);
  return undefined;
}

function unhold(turn: Turn, { actor, reason }: Command): string | undefined {
  const { state, plan, now } = turn;
  if (!state.hold) return 'nothing is held';
  delete state.hold;
  const { bad: _, ...version } = state.versions[plan.to] ?? { phase: 'Inactive', since: now };
  state.versions[plan.to] = version;
  turn.tell('HoldCleared', plan.to, reason, actor);
  return undefined;
}
