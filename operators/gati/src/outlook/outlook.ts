import type { Instant } from '@gati-framework/contracts/deployment';
import type { Gate, GateRun, Plan, State, Wait } from '@slipway/delivery';
import { gateWords } from '@slipway/delivery/gates';
import type { StoredRollout } from '@slipway/delivery/persistence';
import { MANAGER } from '../words/index.ts';

/** Where a rollout stands and what comes next, for a person whom it woke. */
export interface Outlook {
  /** `10 % (step 1 of 3)`. */
  readonly step: string;
  /** What is in the way, as a clause: `v2 has 1 of 2 ready replicas`. */
  readonly blocker: string;
  /** Before this instant it does not go on; absent where that is up to a person. */
  readonly notBefore?: Instant;
  readonly deadline: Instant;
  /** What follows at the deadline: `it is rolled back`. */
  readonly otherwise: string;
  readonly owner: string;
  /** What the owner can do. */
  readonly action: string;
}

/** Of an open rollout; undefined where it waits for nothing. */
export function outlookOf({ plan, state }: Pick<StoredRollout, 'plan' | 'state'>, now: Instant): Outlook | undefined {
  const wait = firstWait(state);
  if (!wait) return undefined;
  const notBefore = state.phase === 'Verifying' ? earliestEnd(plan, state) : undefined;
  return {
    step: stepOf(plan, state),
    blocker: blockerOf(plan, state, wait),
    // What could have gone on by now waits for what is in the way, not for a time.
    ...(notBefore !== undefined && notBefore > now && { notBefore }),
    deadline: wait.deadline,
    otherwise: otherwiseOf(plan, wait),
    owner: ownerOf(wait),
    action: wait.action,
  };
}

/** The one whose deadline comes first. What a pause has suspended does not count while it lasts. */
function firstWait({ phase, waits }: State): Wait | undefined {
  const counting = phase === 'Paused' ? waits.filter(({ kind }) => kind === 'pause') : waits;
  return counting.toSorted((a, b) => a.deadline - b.deadline)[0];
}

/** A pause for a person is no step of its own: it is how the step before it ends. */
export function stepOf({ stages }: Pick<Plan, 'stages'>, { stage: at }: Pick<State, 'stage'>): string {
  const isStep = ({ kind }: Plan['stages'][number]): boolean => kind !== 'pause';
  const steps = stages.filter(isStep);
  const reached = stages.slice(0, at + 1).filter(isStep);
  const { kind, name = '', to } = reached.at(-1) ?? {};
  const words =
    kind === 'install'
      ? 'the first release'
      : kind === 'switch'
        ? 'the switch'
        : typeof to === 'number'
          ? `${to} %`
          : name;
  return `${words} (step ${Math.max(1, reached.length)} of ${steps.length})`;
}

/** Once the step is reached, only its gates are in the way, and the engine says no more than that. */
function blockerOf(plan: Plan, state: State, wait: Wait): string {
  const { waits, phase } = state;
  if (phase === 'Paused') return pauseOf(state);
  if (phase === 'RollingBack') return wait.blocker;
  const { blocker } = waits.find(({ kind }) => kind === 'plan') ?? wait;
  if (!blocker.startsWith('the gates of stage')) return blocker;
  const open = gatesOf(plan, state).find(({ run }) => run.outcome !== 'Pass' && run.outcome !== 'Skipped');
  if (open?.gate.kind === 'metric') return gateWords(open.gate, open.run);
  return open?.run.last.at(-1) === undefined
    ? `${plan.to} is watched at this step`
    : `${plan.to}: ${gateWords(open.gate, open.run)}`;
}

function pauseOf({ pausedFrom }: State): string {
  const { by = '', reason = '' } = pausedFrom ?? {};
  if (by === 'plan') return 'it goes on when a person says so';
  return isPerson(by) ? `${by} asked for it (${reason})` : reason;
}

export const isPerson = (actor: string): boolean =>
  actor !== MANAGER &&
  actor !== 'plan' &&
  actor !== 'spec' &&
  !actor.startsWith('gate ') &&
  !actor.startsWith('stage ');

/** A program that waits is nobody who could be asked. */
function ownerOf({ owner }: Wait): string {
  return isPerson(owner) ? owner : 'the owner of the handler';
}

function gatesOf(
  { stages }: Plan,
  { stage: at, gates: runs }: State,
): { readonly gate: Gate; readonly run: GateRun }[] {
  const stage = stages[at];
  return (stage?.gates ?? []).flatMap((gate) => {
    const run = runs[`${stage?.name}/${gate.name}`];
    return run && !gate.dryRun ? [{ gate, run }] : [];
  });
}

/** When the last of its gates can have passed, if all goes well; nobody knows before the step is reached. */
function earliestEnd(plan: Plan, state: State): Instant | undefined {
  const { reachedAt } = state;
  if (reachedAt === undefined) return undefined;
  const ends = gatesOf(plan, state).flatMap(({ gate: { kind, spec = {} }, run }) => {
    if (kind === 'soak') return [reachedAt + (spec.forMs ?? 0)];
    if (kind === 'health') return run.goodSince === undefined ? [] : [run.goodSince + (spec.minReadyMs ?? 0)];
    const left = (spec.count ?? 1) - run.samples;
    return left > 0 && run.nextAt !== undefined ? [run.nextAt + (left - 1) * (spec.intervalMs ?? 0)] : [];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function otherwiseOf({ onFailure, from }: Plan, { onDeadline }: Wait): string {
  switch (onDeadline) {
    case 'fail':
      if (from === null) return 'the handler counts as failed';
      return onFailure === 'rollback' ? 'it is rolled back' : 'it freezes where it is';
    case 'freeze':
      return 'it freezes where it is';
    case 'abort':
      return 'it is aborted';
    case 'inconclusive':
      return 'it stops for a person';
    case 'rollback-failed':
      return 'the rollback counts as failed';
    default:
      return 'it is reported again';
  }
}
