import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import { gateWords, isOfSystem } from '../gates/index.ts';
import type { Gate, Outcome, Wait } from '../model/index.ts';
import { DRAIN_SAMPLE_MS } from '../retirement/index.ts';
import { activeGates, gateAfterSuccess, gateKey, missingCapacity } from './gate-runs.ts';
import { isKnownBad } from './health.ts';
import { belowFloor, healthyMembers, isMoving, memberOf, minReadyMs, modeOf, stageMembers } from './members.ts';
import { unseenBlocker } from './presence.ts';
import { dueReturns } from './returns.ts';
import { blockedReturns, hasMoved } from './rollback.ts';
import { stageBlocker, unwatchedUntil } from './stages.ts';
import { blockedReturn, RETURN_MS, windowEnd } from './traffic.ts';
import type { Turn } from './turn.ts';
import { nextLook } from './version-health.ts';

const MINUTE: Duration = 60_000;
const HOUR: Duration = 60 * MINUTE;
const PAUSE_MS = 72 * HOUR;
const REMINDER_MS = 24 * HOUR;
const ROLLBACK_MS = 10 * MINUTE;
const OFFLINE_MS = HOUR;

/** The clocks of a stage. */
const CLOCKS: ReadonlySet<Wait['kind']> = new Set(['stage', 'progress']);
const isSuspended = ({ kind, suspends }: Wait): boolean =>
  kind === 'plan' || CLOCKS.has(kind) || suspends !== undefined;

type Declared = Omit<Wait, 'since' | 'deadline' | 'extendedBy'> & { readonly forMs: Duration };

/** Writes down everything that is waited for. A wait that was there keeps its time. */
export function declareWaits(turn: Turn): void {
  const { state, now } = turn;
  // Kept through a pause, so that their time goes on afterwards.
  const suspended = turn.isPaused ? state.waits.filter(isSuspended) : [];
  const declared = [...needs(turn)];
  const known = new Map([...state.waits, ...resumed(turn, declared)].map((wait) => [keyOf(wait), wait]));
  state.waits = [...declared.map((need) => waitFor(need, known.get(keyOf(need)), now)), ...suspended];
  state.wakeAt = nextWake(turn);
}

/** A stage may bear the name of a member; what is kept of a member is not what ends a stage. */
function keyOf({ kind, about, onDeadline }: Pick<Wait, 'kind' | 'about' | 'onDeadline'>): string {
  return `${kind}/${onDeadline === 'keep'}/${about}`;
}

/** The clocks that stood still for a wait that is over, with the time that they had left. */
function resumed(turn: Turn, declared: readonly Declared[]): Wait[] {
  const standing = turn.isPaused ? undefined : turn.state.waits.find(({ suspends }) => suspends !== undefined);
  if (!standing || declared.some((need) => keyOf(need) === keyOf(standing))) return [];
  const away = turn.now - standing.since;
  return (standing.suspends ?? []).map((clock) => ({ ...clock, deadline: clock.deadline + away }));
}

/** The old one itself where nothing is new: of a thousand members most wait on as they did. */
function waitFor(
  { kind, about, blocker, owner, action, onDeadline, reached, suspends, forMs }: Declared,
  old: Wait | undefined,
  now: Instant,
): Wait {
  if (!old || (reached ?? 0) > (old.reached ?? 0)) {
    const mark = { ...(reached !== undefined && { reached }), ...(suspends && { suspends }) };
    return { kind, about, blocker, owner, action, onDeadline, ...mark, since: now, deadline: now + forMs };
  }
  const isSame =
    old.blocker === blocker && old.owner === owner && old.action === action && old.onDeadline === onDeadline;
  return isSame ? old : { ...old, blocker, owner, action, onDeadline };
}

function* needs(turn: Turn): Generator<Declared> {
  const { plan, state } = turn;
  if (turn.isTerminal) {
    if (state.phase === 'Frozen' || state.phase === 'RollbackFailed') yield reminder(turn);
  } else if (turn.isPaused) {
    const { by = plan.author, reason = '' } = state.pausedFrom ?? {};
    yield {
      ...base(turn, 'pause', plan.to, reason, by, 'resume, promote or abort'),
      forMs: PAUSE_MS,
      onDeadline: 'freeze',
    };
  } else if (state.phase !== 'RollingBack') {
    const unseen = unseenBlocker(turn);
    const blocker = unseen ?? stageBlocker(turn);
    yield {
      ...base(turn, 'plan', plan.id, blocker, plan.author, 'look at the open gates, or abort'),
      forMs: plan.deadline,
      onDeadline: unseen === undefined ? 'fail' : stopOf(turn),
    };
    if (unseen !== undefined) yield offlineStage(turn, unseen);
    yield* stageNeeds(turn, blocker, unseen === undefined);
  }
  if (!turn.isTerminal) yield* rollbackNeeds(turn);
  yield* memberNeeds(turn);
  yield* drainNeeds(turn);
}

function base(_turn: Turn, kind: Wait['kind'], about: string, blocker: string, owner: string, action: string) {
  return { kind, about, blocker, owner, action };
}

function reminder(turn: Turn): Declared {
  const { plan, state } = turn;
  const blocker = state.reason ?? state.phase;
  return {
    ...base(turn, 'plan', 'reminder', blocker, plan.author, 'retry, roll back, or make a new plan'),
    forMs: REMINDER_MS,
    onDeadline: 'keep',
  };
}

function* stageNeeds(turn: Turn, blocker: string, hasClocks: boolean): Generator<Declared> {
  const { state, stage } = turn;
  if (!state.isStarted && state.hold)
    yield {
      ...base(turn, 'pause', 'hold', state.hold.reason, state.hold.by, 'unhold or abort'),
      forMs: PAUSE_MS,
      onDeadline: state.phase === 'Pending' ? 'abort' : 'freeze',
    };
  if (hasClocks && (state.isStarted || state.ending)) yield* targetNeeds(turn, blocker);
  if (state.ending) return;
  for (const gate of activeGates(turn)) {
    const run = state.gates[gateKey(stage, gate)];
    if (gate.dryRun || gate.when === 'during' || !run || (run.outcome !== 'Running' && run.outcome !== 'Error'))
      continue;
    yield gateNeed(turn, gate);
  }
}

/** Where the plan stops when nobody acts and nothing has failed. */
function stopOf(turn: Turn): Outcome {
  return hasMoved(turn) ? 'freeze' : 'abort';
}

/** Two clocks where a plan has two: until the target is reached and healthy, and from there until its gates pass. */
function* targetNeeds(turn: Turn, lacks: string): Generator<Declared> {
  const { plan, state, stage } = turn;
  const { deadline, progressDeadline } = stage;
  // What moves has its own time, and nothing else is waited for.
  if (state.ending && plan.actuator !== 'traffic') return;
  const isVerifying = state.phase === 'Verifying';
  const blocker = state.ending?.reason ?? lacks;
  const need = { about: stage.name, blocker, owner: plan.author, action: 'fix what blocks it, or abort' };
  // What is known to be bad fails, whatever else is open; all other things are for a person to judge.
  const isOpen = isVerifying && !isKnownBad(turn);
  const onDeadline = state.ending ? 'freeze' : isOpen ? 'inconclusive' : 'fail';
  const hasTwo = progressDeadline !== undefined && !state.ending;
  if (hasTwo && (!isVerifying || !isHealthy(turn)))
    yield { ...need, kind: 'progress', reached: progressOf(turn), forMs: progressDeadline, onDeadline };
  if (!hasTwo || isVerifying) yield { ...need, kind: 'stage', forMs: deadline, onDeadline };
}

/** In place of the stage's own clocks: they stand still, and members that nobody sees roll nobody back. */
function offlineStage(turn: Turn, blocker: string): Declared {
  const { plan, state, stage } = turn;
  const unseen = stageMembers(turn).filter((id) => turn.presence(id) !== 'reachable');
  const owners = new Set(unseen.map((id) => memberOf(turn, id).owner ?? plan.author));
  const owner = owners.size === 0 ? plan.author : [...owners].slice(0, 5).join(', ');
  return {
    ...base(turn, 'offline', stage.name, blocker, owner, 'bring these members back, or abort'),
    forMs: plan.offlineDeadline ?? OFFLINE_MS,
    onDeadline: stopOf(turn),
    suspends: state.waits.filter(({ kind, about }) => CLOCKS.has(kind) && about === stage.name),
  };
}

function isHealthy(turn: Turn): boolean {
  const gates = activeGates(turn).filter(({ kind }) => kind === 'health');
  return gates.every((gate) => turn.state.gates[gateKey(turn.stage, gate)]?.goodSince !== undefined);
}

/** How far the stage is, as a number that rises. */
function progressOf({ plan, state, observation }: Turn): number {
  if (plan.actuator === 'traffic') return observation.versions[plan.to]?.value?.ready ?? 0;
  return Object.values(state.members).filter(({ phase }) => phase === 'Done').length;
}

function gateNeed(turn: Turn, gate: Gate): Declared {
  const { plan, state, stage } = turn;
  const key = gateKey(stage, gate);
  const run = state.gates[key];
  const last = run?.last.at(-1);
  const hasChanged = state.isStarted || state.stage > 0 || state.attempt > 1;
  const stop: Outcome = hasChanged ? 'freeze' : 'abort';
  const owner = gate.owner ?? plan.author;
  switch (gate.kind) {
    case 'approval': {
      const { approvers = [], quorum = 1 } = gate.spec ?? {};
      const blocker = isOfSystem(gate)
        ? 'the system that asks has not reported Pass or Fail'
        : `${quorum} of ${approvers.join(', ')} must approve`;
      return {
        ...base(turn, 'approval', key, blocker, owner, 'approve or reject'),
        forMs: gate.deadline,
        onDeadline: stop,
      };
    }
    case 'window':
      return {
        ...base(turn, 'gate', key, last?.message ?? 'the window is closed', owner, 'wait for the window, or promote'),
        forMs: gate.deadline,
        onDeadline: stop,
      };
    case 'capacity':
      return {
        ...base(turn, 'capacity', key, missingCapacity(turn, gate) ?? 'capacity', owner, 'free or add capacity'),
        forMs: gate.deadline,
        onDeadline: stop,
      };
    default: {
      const isEarly = !hasChanged;
      return {
        ...base(turn, isEarly ? 'precheck' : 'gate', key, gateWords(gate, run), owner, 'look at the gate'),
        forMs: gate.deadline,
        onDeadline: 'inconclusive',
      };
    }
  }
}

function* memberNeeds(turn: Turn): Generator<Declared> {
  const { plan, state } = turn;
  for (const [id, { phase, previous, reason, slot }] of Object.entries(state.members)) {
    const { owner = plan.author, deadline = plan.actuator === 'clusters' ? 15 * MINUTE : 10 * MINUTE } = memberOf(
      turn,
      id,
    );
    if (phase === 'Updating' || phase === 'Verifying') {
      const blocker = reason ?? (slot ? `slot is ${slot}` : `${id} does not run ${plan.to} yet`);
      const action = `look at ${id}`;
      yield { kind: 'member', about: id, blocker, owner, action, forMs: deadline, onDeadline: 'fail-member' };
    }
    if (phase === 'RollingBack')
      yield {
        ...base(
          turn,
          'rollback',
          id,
          previous === null ? `${id} is not empty yet` : `${id} does not run ${previous} yet`,
          'on-call',
          `look at ${id}`,
        ),
        forMs: ROLLBACK_MS,
        onDeadline: 'rollback-failed',
      };
    if (phase === 'Deferred' && !turn.isTerminal)
      yield {
        ...base(turn, 'offline', id, `${id} is offline`, owner, `bring ${id} back`),
        forMs: 24 * HOUR,
        onDeadline: 'keep',
      };
  }
}

/** What keeps everything that has to go back from its way; what is on it has a wait of its own. */
function* rollbackNeeds(turn: Turn): Generator<Declared> {
  const { plan, state } = turn;
  if (Object.values(state.members).some(isMoving)) return;
  const isAll = state.phase === 'RollingBack';
  const [due] = isAll ? [] : dueReturns(turn);
  if (!isAll && due === undefined) return;
  const weights = plan.actuator === 'traffic' ? 'the old weights are not accepted yet' : undefined;
  const blocker = isAll
    ? (blockedReturn(turn) ?? weights ?? blockedReturns(turn) ?? 'nothing is left to go back')
    : (belowFloor(turn, due ?? '', healthyMembers(turn), modeOf(turn)) ?? `${due} has not begun to go back`);
  yield {
    ...base(turn, 'rollback', plan.to, blocker, 'on-call', 'make the old version ready'),
    forMs: ROLLBACK_MS,
    onDeadline: 'rollback-failed',
  };
}

function* drainNeeds(turn: Turn): Generator<Declared> {
  const { plan, state } = turn;
  for (const [version, { phase, drain }] of Object.entries(state.versions)) {
    if (phase !== 'Draining' || drain?.overdue) continue;
    const seen = turn.observation.drain[version];
    const blocker = seen === undefined ? 'no drain signal' : (seen.unknown ?? drainBlocker(seen.value));
    yield {
      ...base(turn, 'drain', version, blocker, plan.author, 'end the last clients, or force'),
      forMs: plan.retire.drainDeadline ?? HOUR,
      onDeadline: 'keep',
    };
  }
}

function drainBlocker({
  requests,
  streams,
  tasks,
  lastClient,
}: {
  requests: number;
  streams: number;
  tasks: number;
  lastClient?: string;
}): string {
  const counts = `${requests} requests, ${streams} streams, ${tasks} tasks`;
  return lastClient === undefined ? counts : `${counts}, last client ${lastClient}`;
}

/** The next instant at which something follows without anybody doing anything. */
function nextWake(turn: Turn): Instant | null {
  const { plan, state, stage, now } = turn;
  const instants: (Instant | undefined)[] = state.waits.map(({ deadline }) => deadline);
  if (!turn.isTerminal) {
    instants.push(unwatchedUntil(turn));
    for (const { readySince } of Object.values(state.members)) {
      if (readySince !== undefined) instants.push(readySince + minReadyMs(turn));
    }
  }
  for (const gate of turn.isTerminal ? [gateAfterSuccess(turn)] : activeGates(turn)) {
    const run = gate && state.gates[gateKey(stage, gate)];
    if (!run || run.outcome === 'Skipped') continue;
    instants.push(run.nextAt);
    if (gate.kind === 'soak' && state.reachedAt !== undefined) instants.push(state.reachedAt + (gate.spec?.forMs ?? 0));
    if (gate.kind === 'health' && run.goodSince !== undefined)
      instants.push(run.goodSince + (gate.spec?.minReadyMs ?? 30_000));
  }
  instants.push(nextLook(turn), windowEnd(turn));
  if (state.ending?.since !== undefined) instants.push(state.ending.since + RETURN_MS);
  for (const { phase, drain } of Object.values(state.versions)) {
    if (phase === 'Draining' && drain?.firstZeroAt !== undefined && drain.lastAt !== undefined)
      instants.push(drain.lastAt + DRAIN_SAMPLE_MS);
    if (phase === 'Retired' || drain?.drainedAt === undefined) continue;
    instants.push(drain.drainedAt + plan.retire.scaleDownDelay, drain.drainedAt + plan.retire.deleteDelay);
  }
  const future = instants.filter((instant) => instant !== undefined && instant > now) as Instant[];
  return future.length === 0 ? null : Math.min(...future);
}
