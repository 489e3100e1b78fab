import type { Instant } from '@gati-framework/contracts/deployment';
import type { Actor, Gate, GateOutcome, GateRun, Measurement } from '../model/index.ts';

const KEPT_MEASUREMENTS = 10;
const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 300_000;

export function startRun(now: Instant): GateRun {
  return {
    outcome: 'Running',
    startedAt: now,
    samples: 0,
    failures: 0,
    inconclusive: 0,
    errors: 0,
    passes: 0,
    nextAt: now,
    last: [],
  };
}

/** The run with measurements that are new to it. What was measured before the run began says nothing of it. */
export function takeMeasurements(run: GateRun, gate: Gate, measured: readonly Measurement[], now: Instant): GateRun {
  const isNew = ({ at }: Measurement): boolean => at > (run.lastAt ?? run.startedAt - 1) && at <= now;
  const fresh = measured.filter(isNew).toSorted((a, b) => a.at - b.at);
  const decided = isOfSystem(gate) ? fresh.findIndex(({ outcome }) => DECISIONS.has(outcome)) : -1;
  // One decision is all there is: what comes after it changes nothing.
  const counted = decided < 0 ? fresh : fresh.slice(0, decided + 1);
  return counted.reduce((current, measurement) => withMeasurement(current, gate, measurement), run);
}

const DECISIONS: ReadonlySet<GateOutcome> = new Set(['Pass', 'Fail']);

/** An approval that is asked for elsewhere: a system that knows roles and quorum reports its one decision. */
export function isOfSystem({ kind, spec = {} }: Gate): boolean {
  return kind === 'approval' && spec.approvers === undefined;
}

function withMeasurement(run: GateRun, gate: Gate, measurement: Measurement): GateRun {
  const { outcome, at } = measurement;
  const errors = outcome === 'Error' ? run.errors + 1 : 0;
  return {
    ...run,
    samples: run.samples + (outcome === 'Error' ? 0 : 1),
    failures: run.failures + (outcome === 'Fail' ? 1 : 0),
    inconclusive: run.inconclusive + (outcome === 'Inconclusive' ? 1 : 0),
    errors,
    passes: outcome === 'Pass' ? run.passes + 1 : 0,
    lastAt: at,
    nextAt: at + (errors > 0 ? retryDelay(errors) : (gate.spec?.intervalMs ?? 60_000)),
    last: [...run.last, measurement].slice(-KEPT_MEASUREMENTS),
  };
}

function retryDelay(errors: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(errors - 1, 10));
}

/** What a run says now, or at its end: a run cut short is judged like any other, so too few samples never pass. */
export function judgeRun(run: GateRun, gate: Gate, author: Actor, isOver: boolean): GateOutcome {
  switch (gate.kind) {
    case 'metric':
      return judgeMetric(run, gate, isOver);
    case 'approval':
      return isOfSystem(gate) ? judgeDecision(run) : judgeApproval(run, gate, author);
    case 'window':
      // Closed is a reason to wait, not an open question.
      return run.last.at(-1)?.outcome === 'Pass' ? 'Pass' : 'Running';
    default:
      return judgeOnce(run, isOver);
  }
}

function judgeMetric(run: GateRun, { spec = {} }: Gate, isOver: boolean): GateOutcome {
  const { count = 5, failureLimit = 0, inconclusiveLimit = 0, consecutiveErrorLimit = 4 } = spec;
  const { consecutiveSuccessLimit, minSamples = consecutiveSuccessLimit ?? count } = spec;
  if (run.failures > failureLimit) return 'Fail';
  // Asked again it gives the same answer: its author has to change the question.
  if (run.last.at(-1)?.isPermanent) return 'Inconclusive';
  if (run.errors > consecutiveErrorLimit) return 'Error';
  if (run.inconclusive > inconclusiveLimit) return 'Inconclusive';
  const isSureEarly = consecutiveSuccessLimit !== undefined && run.passes >= consecutiveSuccessLimit;
  if (isSureEarly && run.samples >= minSamples) return 'Pass';
  if (!isOver && run.samples < count) return 'Running';
  if (run.samples < minSamples || consecutiveSuccessLimit !== undefined) return 'Inconclusive';
  return 'Pass';
}

/** One rejection ends it; approvals count once per person, and never the author's. */
function judgeApproval(run: GateRun, { spec = {} }: Gate, author: Actor): GateOutcome {
  const { approvers = [], quorum = 1 } = spec;
  const allowed = run.last.filter(({ actor = '' }) => actor !== author && approvers.includes(actor));
  if (allowed.some(({ outcome }) => outcome === 'Fail')) return 'Fail';
  const granted = new Set(allowed.filter(({ outcome }) => outcome === 'Pass').map(({ actor }) => actor));
  return granted.size >= quorum ? 'Pass' : 'Running';
}

function judgeDecision({ last }: GateRun): GateOutcome {
  return last.find(({ outcome }) => DECISIONS.has(outcome))?.outcome ?? 'Running';
}

function judgeOnce(run: GateRun, isOver: boolean): GateOutcome {
  if (run.failures > 0) return 'Fail';
  if (run.inconclusive > 0) return 'Inconclusive';
  if (run.passes > 0) return 'Pass';
  if (run.errors > 0) return 'Error';
  return isOver ? 'Inconclusive' : 'Running';
}

const WORST_FIRST: readonly GateOutcome[] = ['Fail', 'Error', 'Inconclusive', 'Running'];

/** Over several gates the worst outcome counts; nothing to ask passes. */
export function worstOutcome(outcomes: readonly GateOutcome[]): GateOutcome {
  return WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'Pass';
}
