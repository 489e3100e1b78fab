import type { Instant } from '@gati-framework/contracts/deployment';
import { gateWords, isOfSystem, judgeRun, startRun, takeMeasurements, worstOutcome } from '../gates/index.ts';
import type { Gate, GateOutcome, GateRun, Stage } from '../model/index.ts';
import { fail } from './failure.ts';
import { seenHealth } from './health.ts';
import type { Turn } from './turn.ts';

export const gateKey = (stage: Stage, gate: Gate): string => `${stage.name}/${gate.name}`;

const BAD_IN_A_ROW = 3;
/** Looks that follow each other faster than this show the same moment, and count once. */
const LOOK_MS = 10_000;

/** Gates that are asked at this point of the stage. */
export function activeGates(turn: Turn): readonly Gate[] {
  const { state, stage } = turn;
  if (!state.isStarted) return stage.gates.filter(({ when }) => when === 'before');
  const isReached = state.phase === 'Verifying';
  return stage.gates.filter((gate) =>
    gate.when === 'during' ? isReached || isMeasurable(turn, gate) : isReached && gate.when === 'after',
  );
}

/** A version that has no traffic yet shows nothing that a metric could be read from. */
function isMeasurable(turn: Turn, gate: Gate): boolean {
  const { plan, state, stage } = turn;
  if (gate.kind !== 'metric' || plan.actuator !== 'traffic' || state.gates[gateKey(stage, gate)]) return true;
  const seen = turn.version(plan.to);
  return seen.unknown === undefined && (seen.value.weight ?? 0) > 0;
}

/** Of traffic that comes now the first measurement tells when it has flowed for as long as one looks back. */
function newRun({ plan, now }: Turn, { kind, when, spec }: Gate): GateRun {
  const isOfTraffic = kind === 'metric' && when === 'during' && plan.actuator === 'traffic';
  return { ...startRun(now), nextAt: isOfTraffic ? now + (spec?.intervalMs ?? 60_000) : now };
}

/** The worst of the gates that are asked now, dry runs aside. */
export function gatesOutcome(turn: Turn): GateOutcome {
  const outcomes = activeGates(turn)
    .filter(({ dryRun }) => !dryRun)
    .map((gate) => turn.state.gates[gateKey(turn.stage, gate)]?.outcome ?? 'Running');
  return worstOutcome(outcomes.filter((outcome) => outcome !== 'Skipped'));
}

/** Brings the runs of all active gates up to date with what was seen. */
export function runGates(turn: Turn): void {
  const { state, stage } = turn;
  if (turn.isTerminal || state.ending || state.phase === 'Paused' || state.phase === 'RollingBack') return;
  let isDisturbed = false;
  for (const gate of activeGates(turn)) {
    const key = gateKey(stage, gate);
    const old = state.gates[key] ?? newRun(turn, gate);
    if (isFinal(old.outcome, gate)) continue;
    const run = updated(turn, gate, key, old);
    if (gate.when === 'during' && hasDisturbance(old, run)) isDisturbed = true;
    if (run !== state.gates[key]) state.gates[key] = run;
    if (run.outcome !== old.outcome) tellOutcome(turn, gate, key, run);
  }
  if (isDisturbed) turn.disturb();
}

/**
 * The health gate that is watched on after success, for as long as going back needs no steps. What it comes to say is
 * for others to act on: who would be gone back to is not the plan's to know.
 */
export function gateAfterSuccess({ plan, state, stage, now }: Turn): Gate | undefined {
  const isOver = state.phase !== 'Succeeded' || now >= (state.succeededAt ?? 0) + plan.rollback.window;
  if (isOver || plan.actuator !== 'traffic') return undefined;
  return stage.gates.findLast((gate) => gate.kind === 'health' && gate.when !== 'before');
}

export function watchAfterSuccess(turn: Turn): void {
  const gate = gateAfterSuccess(turn);
  if (!gate || turn.version(turn.plan.to).unknown !== undefined) return;
  const key = gateKey(turn.stage, gate);
  const old = turn.state.gates[key] ?? startRun(turn.now);
  if (old.outcome === 'Fail' || old.outcome === 'Skipped') return;
  const run = watchHealth(turn, gate, old);
  if (run !== turn.state.gates[key]) turn.state.gates[key] = run;
  if (run.outcome === 'Fail') tellOutcome(turn, gate, key, run);
}

/**
 * Health that no gate asks for now: that of a stage has passed for good, or the plan is paused. A pause stops what goes
 * on, not what goes wrong; nobody may be there to see it, and requests fail.
 */
export function watchBesideGates(turn: Turn): void {
  const { plan, state, stage } = turn;
  if (plan.actuator !== 'traffic' || turn.isTerminal || (state.weights[plan.to] ?? 0) === 0) return;
  const isHealth = ({ kind, dryRun }: Gate): boolean => kind === 'health' && !dryRun;
  if (!plan.stages.some(({ gates }) => gates.some(isHealth))) return;
  const isAsked = activeGates(turn)
    .filter(isHealth)
    .some((gate) => !isFinal(state.gates[gateKey(stage, gate)]?.outcome ?? 'Running', gate));
  const seen = isAsked && !turn.isPaused ? undefined : seenHealth(turn);
  if (seen?.value?.failed === undefined) return;
  fail(turn, `${plan.to}: ${seen.value.failed}`, seen.at);
  delete state.pausedFrom;
}

/** A `during` gate is asked until the stage ends, however good it looks; the decision of a system is one. */
function isFinal(outcome: GateOutcome, gate: Gate): boolean {
  if (outcome === 'Pass') return gate.when !== 'during' || isOfSystem(gate);
  return outcome === 'Fail' || outcome === 'Inconclusive' || outcome === 'Skipped';
}

function hasDisturbance(old: GateRun, run: GateRun): boolean {
  return run.last !== old.last && run.last.some(({ at, outcome }) => at > (old.lastAt ?? 0) && outcome !== 'Pass');
}

function updated(turn: Turn, gate: Gate, key: string, run: GateRun): GateRun {
  switch (gate.kind) {
    case 'health':
      return watchHealth(turn, gate, run);
    case 'soak': {
      const { reachedAt, versions } = turn.state;
      // What is bad now lets it begin anew when it is over.
      const isBad = versions[turn.plan.to]?.health?.bad !== undefined;
      const isOver = !isBad && reachedAt !== undefined && turn.now >= reachedAt + (gate.spec?.forMs ?? 0);
      return isOver ? { ...run, outcome: 'Pass' } : run;
    }
    case 'capacity':
      return missingCapacity(turn, gate) === undefined ? { ...run, outcome: 'Pass' } : run;
    default: {
      const seen = turn.observation.gates[key];
      const taken = seen?.unknown === undefined ? takeMeasurements(run, gate, seen?.value ?? [], turn.now) : run;
      const outcome = judgeRun(taken, gate, turn.plan.author, false);
      return taken === run && outcome === run.outcome ? run : { ...taken, outcome };
    }
  }
}

/** What is not there, or undefined when all is. */
export function missingCapacity({ observation: { capacity } }: Turn, { spec = {} }: Gate): string | undefined {
  if (capacity.unknown !== undefined) return capacity.unknown;
  const missing = Object.entries(spec.need ?? {}).filter(([name, amount]) => (capacity.value.free[name] ?? 0) < amount);
  if (missing.length === 0) return undefined;
  return missing.map(([name, amount]) => `${capacity.value.free[name] ?? 0} of ${amount} ${name} free`).join(', ');
}

/** Good for long enough passes; a crash loop or three bad looks in a row fail; unknown is an error. */
function watchHealth(turn: Turn, gate: Gate, run: GateRun): GateRun {
  const seen = seenHealth(turn, gate);
  if (seen.unknown !== undefined) return withoutGood(run, 'Error');
  if (seen.at > turn.now || seen.at < (run.lastAt ?? 0)) return run;
  const { isGood, isCrashing, bad, unseen, failed } = seen.value;
  if (isCrashing || failed !== undefined)
    return { ...run, outcome: 'Fail', lastAt: seen.at, last: [failure(seen.at, failed ?? bad)] };
  if (unseen !== undefined && bad === undefined) return withoutGood(run, 'Error');
  // Of a version the looks are counted with the version, since more than its gates depend on them.
  if (!isGood && turn.plan.actuator === 'traffic') return withoutGood(run, 'Running');
  if (!isGood) {
    const isNewLook = seen.at - (run.bad ? (run.lastAt ?? 0) : 0) >= LOOK_MS;
    if (bad !== undefined && !isNewLook) return run;
    const row = bad === undefined ? 0 : (run.bad ?? 0) + 1;
    const outcome = row >= BAD_IN_A_ROW ? 'Fail' : 'Running';
    const last = outcome === 'Fail' ? [failure(seen.at, bad)] : run.last;
    const look = bad === undefined ? {} : { lastAt: seen.at, nextAt: seen.at + LOOK_MS };
    return changed(withoutGood(run, outcome), { bad: row, last, ...look });
  }
  // Only what changes is written down: a look that shows the same leaves the state as it is.
  const goodSince = run.goodSince ?? seen.at;
  const isPassed = turn.now - goodSince >= (gate.spec?.minReadyMs ?? 30_000);
  return changed(run, { goodSince, bad: 0, outcome: isPassed ? 'Pass' : 'Running' });
}

function failure(at: Instant, message = 'crash loop'): GateRun['last'][number] {
  return { at, outcome: 'Fail', message };
}

function withoutGood(run: GateRun, outcome: GateOutcome): GateRun {
  if (run.goodSince === undefined && run.outcome === outcome) return run;
  const { goodSince: _, ...rest } = run;
  return { ...rest, outcome };
}

/** The same value where nothing changes, so that a step that sees nothing new is seen to be one. */
function changed(run: GateRun, change: Partial<GateRun>): GateRun {
  const keys = Object.keys(change) as (keyof GateRun)[];
  return keys.every((key) => run[key] === change[key]) ? run : { ...run, ...change };
}

export function tellOutcome(turn: Turn, gate: Gate, key: string, run: GateRun): void {
  const types = {
    Pass: gate.kind === 'approval' ? 'ApprovalGranted' : 'GatePassed',
    Fail: gate.kind === 'approval' ? 'ApprovalRejected' : 'GateFailed',
    Inconclusive: 'GateInconclusive',
    Error: 'GateError',
    Skipped: 'Skipped',
  } as const;
  if (run.outcome === 'Running') return;
  turn.tell(types[run.outcome], key, gateWords(gate, run));
}

/** What a gate that was left open tells the person who has to decide. */
export function openQuestion(gate: Gate, run: GateRun | undefined): string {
  return `${gateWords(gate, run)} (inconclusive: a person decides)`;
}
