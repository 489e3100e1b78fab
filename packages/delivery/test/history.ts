import type { Known } from '@gati-framework/contracts/deployment';
import { startDelivery, step, TERMINAL } from '../src/machine/index.ts';
import type { Decision, Observation, Plan, State } from '../src/model/index.ts';
import { countOf, validatePlan } from '../src/plan/index.ts';
import { FleetWatch } from './fleet-invariants.ts';
import { randomCommand, randomPlan, withFleet } from './plans.ts';
import { Random } from './random.ts';
import { type FleetFaults, FleetModel } from './world.ts';

const LONGEST_HISTORY = 600;

export interface Seen {
  readonly plan: Plan;
  readonly before: State;
  readonly after: Decision;
  readonly observation: Observation;
  readonly now: number;
  readonly hadCommands: boolean;
}

/** How long a plan that makes way waits for who cannot answer. */
const RETURN_MS = 60_000;

const MOVING: ReadonlySet<string> = new Set(['Updating', 'Verifying', 'RollingBack']);

/** What must hold in every step, by the number of the invariant. */
function broken({ plan, before, after, observation, now, hadCommands }: Seen): string[] {
  const { state, desired, events } = after;
  const faults: string[] = [];
  const must = (name: string, holds: boolean): void => void (holds || faults.push(name));
  const weights = Object.values(state.weights);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  must(
    'I1 whole weights',
    weights.every((weight) => Number.isInteger(weight) && weight >= 0),
  );
  must('I1 sum', plan.actuator !== 'traffic' || sum === 100 || (sum === 0 && plan.from === null));
  for (const [version, weight] of Object.entries(state.weights)) {
    const old = before.weights[version] ?? 0;
    if (weight <= old) continue;
    const seen = observation.versions[version];
    must('I1 raised unready', seen?.unknown === undefined && (seen?.value.ready ?? 0) > 0);
    const isForward = version === plan.to;
    const needed = Math.max(1, Math.min(10, Math.ceil(((state.base ?? 0) * weight) / 100)));
    must('capacity before weight', !isForward || (seen?.value?.ready ?? 0) >= needed);
  }
  const moving = (one: State): number => Object.values(one.members).filter(({ phase }) => MOVING.has(phase)).length;
  const isGoingBack = state.phase === 'RollingBack';
  const limits = isGoingBack
    ? plan.rollback.maxConcurrent === undefined
      ? plan.stages.map(({ maxConcurrent }) => maxConcurrent)
      : [plan.rollback.maxConcurrent]
    : [plan.stages[state.stage]?.maxConcurrent ?? 1];
  const limit = Math.max(1, ...limits.map((one) => countOf(one, plan.members.length)));
  must('I9 concurrency', moving(state) <= Math.max(limit, moving(before)));
  const started = events.filter(({ type }) => type === 'MemberStarted').length;
  const isOverBudget = before.failures > countOf(plan.maxFailures, plan.members.length);
  must('I9 budget', !isOverBudget || started === 0 || state.attempt > before.attempt);
  const isTerminal = TERMINAL.has(state.phase);
  if (!isTerminal) {
    must('I5 wait', state.waits.length > 0);
    must('I5 future', state.waits.every(({ deadline }) => deadline > now) || state.phase === 'Paused');
    must(
      'I5 words',
      state.waits.every(({ blocker, owner, action }) => blocker !== '' && owner !== '' && action !== ''),
    );
    must('I5 wake', state.wakeAt !== null && state.wakeAt > now);
  }
  const isBack =
    state.phase === 'RollingBack' || state.ending !== undefined || state.attempt > before.attempt || isTerminal;
  if (!isBack) must('I4 stage', state.stage >= before.stage);
  if (!isBack) must('I4 weight', (state.weights[plan.to] ?? 0) >= (before.weights[plan.to] ?? 0));
  const isGivenBack = (state.weights[plan.to] ?? 0) <= (plan.split?.baseline[plan.to] ?? 0);
  must('abort leaves no weight', state.phase !== 'Aborted' || isGivenBack);
  const hasWaited = before.ending?.since !== undefined && now - before.ending.since >= RETURN_MS;
  const couldNotGoBack = before.phase === 'Superseded' || before.phase === 'RollbackFailed' || hasWaited;
  must(
    'replace leaves weight only where it could not go back',
    state.phase !== 'Superseded' || isGivenBack || couldNotGoBack,
  );
  must('I10 attempt', state.attempt >= before.attempt && state.planId === plan.id);
  const automaticRollback =
    events.some(({ type }) => type === 'RollbackStarted') && !hadCommands && before.ending === undefined;
  must('I11 one-way', !automaticRollback || plan.reversibility.startsWith('reversible'));
  must('I15 ids', new Set(events.map(({ id }) => id)).size === events.length);
  must('I15 phase reported', state.phase === before.phase || events.length > 0);
  for (const [version, { phase, bad }] of Object.entries(state.versions)) {
    const old = before.versions[version]?.phase;
    const isLeaving = phase !== old && (phase === 'ScaledDown' || phase === 'Retired') && bad === undefined;
    if (isLeaving) must('I12 below the floor', plan.actuator !== 'traffic' || areServingWell(state, observation));
  }
  for (const version of desired.retire) {
    must('I12 retired weight', (state.weights[version] ?? 0) === 0);
    const { drain } = state.versions[version] ?? {};
    must('I12 drained', drain?.drainedAt !== undefined && drain.drainedAt <= now);
  }
  for (const [id, { mode, slot }] of Object.entries(state.members)) {
    // The old pod has its device until it is released; the new one is not asked for before that.
    const isOccupied = mode === 'no-surge' && (slot === 'Cordoned' || slot === 'Released');
    must('I13 devices', !isOccupied || desired.members[id] !== plan.to);
  }
  if (plan.floor > 0 && plan.actuator === 'clusters') {
    const isServing = (id: string): boolean => {
      const seen = observation.members[id];
      if (!seen || seen.unknown !== undefined || now - seen.at > 120_000) return false;
      return seen.value.ready && seen.value.version !== null && seen.value.reachable;
    };
    const isTaken = Object.entries(state.members).some(([id, { phase, previous }]) => {
      const isNew = MOVING.has(phase) && !MOVING.has(before.members[id]?.phase ?? 'Pending');
      const isLeft = phase === 'RollingBack' && observation.members[id]?.value?.version === previous;
      return isNew && isServing(id) && !isLeft;
    });
    const left = Object.keys(state.members).filter(
      (id) => isServing(id) && !MOVING.has(state.members[id]?.phase ?? ''),
    );
    must('I2 floor', !isTaken || left.length >= plan.floor);
  }
  if (isTerminal) must('I14 moving', moving(state) === 0);
  return faults;
}

/** Whether every version with traffic is known to have the replicas that it should have. */
function areServingWell({ weights, base = 1 }: State, { versions }: Observation): boolean {
  return Object.entries(weights).every(([version, weight]) => {
    const { value } = versions[version] ?? {};
    const needed = Math.max(1, Math.min(10, Math.ceil((base * weight) / 100)));
    return weight === 0 || (value !== undefined && value.ready >= Math.min(value.wanted, needed));
  });
}

const BAD_LOOKS = 3;
/** Of the engine: from here on nobody looked. */
const LATE_AFTER_MS = 30_000;
const LOOK_MS = 10_000;

/** Looks, counted beside the engine, at which a version with traffic that was ready is not ready at all. */
interface Outage {
  readonly attempt: number;
  readonly wasReady: boolean;
  readonly looks: number;
  readonly at: number;
}

function outageAfter(old: Outage, { plan, before, observation, now }: Seen): Outage {
  const { attempt } = before;
  const known = attempt === old.attempt ? old : { attempt, wasReady: false, looks: 0, at: 0 };
  const seen = observation.versions[plan.to];
  // What is older than the last look, or too old for any, shows nothing.
  if (seen === undefined || seen.unknown !== undefined || seen.at <= known.at || now - seen.at > 120_000) return known;
  const { ready, wanted } = seen.value;
  if (ready > 0) return { attempt, wasReady: (before.weights[plan.to] ?? 0) > 0, looks: 0, at: 0 };
  if (!known.wasReady || wanted === 0 || seen.at - known.at < LOOK_MS) return known;
  // While nothing is known of the version to go back to, a look neither counts nor ends what was counted.
  if (plan.from !== null && observation.versions[plan.from]?.unknown !== undefined) return known;
  // Looks across a time in which nobody looked are not in a row.
  const isInARow = known.looks > 0 && seen.at - known.at <= LOOK_MS + LATE_AFTER_MS;
  return { ...known, looks: isInARow ? known.looks + 1 : 1, at: seen.at };
}

/** Neither on its way forward nor in a pause. */
function hasGivenUp({ state }: Decision): boolean {
  return state.ending !== undefined || state.phase === 'RollingBack' || TERMINAL.has(state.phase);
}

/** The same world looked at again, a moment later. */
function later({ at, ...observation }: Observation, byMs: number): Observation {
  const shifted = <T>(seen: Readonly<Record<string, Known<T>>>): Record<string, Known<T>> =>
    Object.fromEntries(
      Object.entries(seen).map(([id, one]) => [id, one.unknown === undefined ? { ...one, at: one.at + byMs } : one]),
    );
  const { members, versions, drain } = observation;
  return {
    ...observation,
    at: at + byMs,
    members: shifted(members),
    versions: shifted(versions),
    drain: shifted(drain),
  };
}

/** The same shown again settles: a caller that is woken by each write must not write because it was woken. */
function restless(plan: Plan, { state }: Decision, observation: Observation, now: number): string[] {
  let current = state;
  for (let look = 1; look <= 8; look++) {
    if (current.wakeAt !== null && current.wakeAt <= now + look) return [];
    const { state: next } = step(plan, current, later(observation, look), [], now + look);
    if (next === current) return [];
    current = next;
  }
  return ['I7 a look that shows the same'];
}

/** The same plan with a second clock in its stages. */
function withProgress(plan: Plan): Plan {
  return { ...plan, stages: plan.stages.map((stage) => ({ ...stage, progressDeadline: 10 * 60_000 })) };
}

/** One history: a random plan in a random world, until it is over. */
export function history(
  seed: number,
  trace?: (seen: Seen, again: Decision) => void,
): { faults: string[]; steps: number; phase: string; reason?: string | undefined } {
  const random = new Random(seed);
  const chances = new Random(seed ^ 0x5eed);
  const drawn = withFleet(randomPlan(random), chances);
  const plan = seed % 2 === 0 ? drawn : withProgress(drawn);
  if (validatePlan(plan).length > 0) return { faults: [], steps: 0, phase: 'refused' };
  const isFair = random.chance(0.5);
  const faults = {
    unknown: isFair ? 0 : random.pick([0, 0.1, 0.5, 1]),
    stale: isFair ? 0 : random.pick([0, 0.2]),
    badMetric: random.pick([0, 0, 0, 0.05, 0.5]),
    badMember: random.pick([0, 0, 0.2]),
    neverReady: random.chance(0.1),
    losing: { chance: seed % 3 === 0 ? 0.1 : 0, random: new Random(seed + 7) },
  };
  // Nothing goes wrong but that members are away before they are started.
  const isQuiet = isFair && plan.actuator === 'clusters' && chances.chance(0.3);
  const fleet: FleetFaults = {
    random: chances,
    empty: plan.from === null ? 1 : chances.pick(isQuiet ? [0] : [0, 0.3]),
    silent: chances.pick(isQuiet ? [0.3, 0.8] : [0, 0, 0.2, 0.6]),
    bad: isQuiet ? 0 : chances.pick([0, 0, 0.4]),
    badReturn: isQuiet ? 0 : chances.pick([0, 0.2]),
    sick: isQuiet ? 0 : chances.pick([0, 0, 0.3]),
    isQuiet,
  };
  const world = new FleetModel(plan, random, { ...faults, ...(isQuiet && { badMetric: 0, badMember: 0 }), fleet });
  const watch = new FleetWatch(plan, isQuiet);
  let outage: Outage = { attempt: 0, wasReady: false, looks: 0, at: 0 };
  const asksHealth = plan.stages.some(({ gates }) => gates.some(({ kind }) => kind === 'health'));
  let now = 1_000_000_000_000;
  let state = startDelivery(plan, now);
  for (let steps = 1; steps <= LONGEST_HISTORY; steps++) {
    world.pass(now);
    const observation = world.look(now);
    const commands = random.chance(isFair ? 0 : 0.05) ? [randomCommand(random, plan)] : [];
    const after = step(plan, state, observation, commands, now);
    const seen = { plan, before: state, after, observation, now, hadCommands: commands.length > 0 };
    const faults = [...broken(seen), ...watch.broken(seen)];
    const looked = outageAfter(outage, seen);
    if (looked.looks >= BAD_LOOKS && asksHealth && !hasGivenUp(after)) faults.push('readiness that was lost');
    const replay = step(plan, state, observation, commands, now);
    if (JSON.stringify(replay) !== JSON.stringify(after)) faults.push('I6 replay');
    const again = step(plan, after.state, observation, [], now);
    trace?.(seen, again);
    if (again.state !== after.state || again.events.length > 0) faults.push('I7 state');
    if (JSON.stringify(again.desired) !== JSON.stringify(after.desired)) faults.push('I7 desired');
    faults.push(...restless(plan, after, observation, now));
    if (faults.length > 0)
      return {
        faults: faults.map((fault) => `${fault} at step ${steps} (${state.phase})`),
        steps,
        phase: after.state.phase,
      };
    // A crash before the write: the same is decided again. A crash after it: the next step finds it.
    const isStored = random.chance(0.95) || isQuiet;
    const isApplied = isStored && (random.chance(0.95) || isQuiet);
    if (isStored) {
      state = after.state;
      watch.store(after);
      // A look that was not written down was not made.
      outage = looked;
    }
    if (isApplied) world.apply(after.desired, now);
    if (TERMINAL.has(state.phase) && random.chance(0.2))
      return { faults: [], steps, phase: state.phase, reason: state.reason };
    // The caller of a plan observes now and then, not only when something is due.
    // In the second half of a long history nobody looks any more: its deadlines must end it.
    const isWatched = steps < LONGEST_HISTORY / 2;
    const isSoon = isWatched && (!isApplied || random.chance(0.3));
    const next = Math.min(
      state.wakeAt ?? now + 60_000,
      isWatched || isQuiet ? (world.nextEvent(now) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
    );
    now = isSoon ? now + 1 + random.below(30_000) : Math.max(next, now + 1);
    if (random.chance(0.01) && !isQuiet) now += random.below(7_200_000);
  }
  return {
    // A quiet one is watched to its last step, and may be cut short.
    faults: TERMINAL.has(state.phase) || isQuiet ? [] : [`I3 not over: ${state.phase}`],
    steps: LONGEST_HISTORY,
    phase: state.phase,
  };
}
