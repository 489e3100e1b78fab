import type { Instant, Known, Ref } from '@gati-framework/contracts/deployment';
import { earliest } from '@slipway/apimachinery/clock';
import {
  type Command,
  type DeliveryEvent,
  type GateRequest,
  type Measurement,
  type Observation,
  type Plan,
  type State,
  startDelivery,
  step,
  type VersionId,
  validatePlan,
  type Weights,
} from '@slipway/delivery';
import type { ScaleIntent, VersionHealth } from '@slipway/delivery/model';
import { canBeStored, type StoredRollout, storeRollout } from '@slipway/delivery/persistence';
import { holdOn, isOpen } from '../outlook/index.ts';
import type { GatiHandlerSpec } from '../types/index.ts';
import { downAt, givenByPeople, impliedCommands } from './implied-commands.ts';
import { inFull } from './metrics.ts';
import type { NextMove } from './next-move.ts';
import { planOf } from './plan.ts';

/** A version as far as rollouts are concerned. */
export interface RolloutVersion {
  readonly id: VersionId;
  readonly health: Known<VersionHealth>;
  /** May take traffic that names no version: resolved, compatible, not marked bad, not being deleted. */
  readonly isRoutable: boolean;
  readonly templateHash: string;
  /** Since when none of its pods is ready. */
  readonly downSince?: Instant | undefined;
}

export interface RolloutInput {
  readonly handler: Ref;
  readonly spec: GatiHandlerSpec;
  readonly generation: number;
  readonly stored: StoredRollout | undefined;
  /** The version that the spec stands for; undefined while there is no record of it. */
  readonly target: VersionId | undefined;
  /** Oldest first. */
  readonly versions: readonly RolloutVersion[];
  /** The split that was asked for last. */
  readonly current: Weights;
  readonly stable: VersionId | undefined;
  /** What the declared weights ask for next, seen from `current`. */
  readonly next: NextMove;
  readonly commands: readonly Command[];
  readonly gates: Readonly<Record<string, Known<readonly Measurement[]>>>;
  /** Since when the cluster is watched without a break. */
  readonly since: Instant;
  readonly now: Instant;
}

export interface RolloutDecision {
  /** To be stored before anything else is done, where it differs from what was stored. */
  readonly stored: StoredRollout | undefined;
  readonly isChanged: boolean;
  readonly weights: Weights;
  readonly scale: Readonly<Record<VersionId, ScaleIntent>>;
  readonly requests: readonly GateRequest[];
  readonly events: readonly DeliveryEvent[];
  /** Versions that would get weight and wait for their turn. */
  readonly waiting: readonly VersionId[];
  /** Why what would begin is refused. */
  readonly refused?: { readonly reason: string; readonly message: string };
  /** What would begin, but for a person's hold. */
  readonly held?: { readonly version: VersionId; readonly hold: string };
  readonly wakeAt: Instant | null;
}

/** One look at the rollouts of a handler: the open one goes on, or the next one begins, or weights follow their goal. */
export function driveRollout(input: RolloutInput): RolloutDecision {
  const { stored } = input;
  if (!stored) return begin(input) ?? settled(input);
  const decision = advance(input, stored.plan, stored.state, [...input.commands, ...impliedCommands(input, stored)]);
  // One decision at a time: what ended is written down before anything new begins.
  if (decision.isChanged || isOpen(stored) || isRevivable(input, stored)) return decision;
  const held = heldBack(input, stored);
  const begun = held ? undefined : begin(input);
  if (begun && !begun.refused) return begun;
  const { refused } = begun ?? {};
  return { ...decision, weights: settledWeights(input), waiting: [], ...held, ...(refused && { refused }) };
}

/** A hold outlives the rollout that it was given to: nothing begins by itself until the person lifts it. */
function heldBack({ next: { move } }: RolloutInput, stored: StoredRollout): Pick<RolloutDecision, 'held'> | undefined {
  if (move.kind !== 'install' && move.kind !== 'rollout') return undefined;
  const hold = holdOn(stored, move.subject);
  return hold === undefined ? undefined : { held: { version: move.subject, hold } };
}

function settled(input: RolloutInput): RolloutDecision {
  const weights = settledWeights(input);
  return {
    stored: undefined,
    isChanged: false,
    weights,
    scale: {},
    requests: [],
    events: [],
    waiting: [],
    wakeAt: null,
  };
}

/** A first version that stopped goes on by itself as soon as it is healthy. */
function isRevivable({ target }: RolloutInput, { plan, state }: StoredRollout): boolean {
  return state.phase === 'Frozen' && plan.from === null && plan.to === target;
}

/** Starts the rollout that is asked for; undefined where none is, or where nothing serves that could be harmed. */
function begin(input: RolloutInput): RolloutDecision | undefined {
  const { handler, spec, stable, current, now, next } = input;
  const { move } = next;
  if ((move.kind !== 'install' && move.kind !== 'rollout') || isStopped(spec)) return undefined;
  const plan = planOf({
    handler,
    spec,
    from: move.kind === 'install' ? null : (stable ?? null),
    to: move.subject,
    templateHash: input.versions.find(({ id }) => id === move.subject)?.templateHash ?? '',
    baseline: move.kind === 'install' ? {} : current,
    goal: move.weights,
    isUndo: isUndo(input, move.subject),
    now,
  });
  const [problem] = validatePlan(plan);
  if (problem) return { ...settled(input), refused: impossible(plan, `${problem.field} ${problem.message}`) };
  if (!canBeStored(plan)) return { ...settled(input), refused: tooLarge(plan) };
  const state = { ...startDelivery(plan, now), commands: input.stored ? givenByPeople(input.stored.state) : [] };
  return advance(input, plan, state, impliedCommands(input, { version: 1, plan, state }));
}

/** The fields of a spec were admitted one by one; together they may still ask for what cannot be done. */
function impossible({ to }: Plan, problem: string): NonNullable<RolloutDecision['refused']> {
  return { reason: 'InvalidSpec', message: `rollout: there is no plan to ${to}: ${problem}. Change spec.rollout.` };
}

function tooLarge({ to, stages }: Plan): NonNullable<RolloutDecision['refused']> {
  const message =
    `rollout: the plan to ${to} with its ${stages.length} stages is larger than a status may hold. ` +
    'Use fewer steps, fewer metrics or shorter queries, or give metrics to the steps that need them only.';
  return { reason: 'InvalidSpec', message };
}

function advance(input: RolloutInput, plan: Plan, state: State, commands: readonly Command[]): RolloutDecision {
  const decision = step(plan, state, observationOf(input, plan), commands, input.now);
  return {
    stored: decision.state === state ? (input.stored ?? storeRollout(plan, state)) : storeRollout(plan, decision.state),
    isChanged: decision.state !== state,
    weights: decision.desired.weights,
    scale: decision.desired.scale,
    requests: decision.desired.run.map((request) => inFull(plan, request)),
    events: decision.events,
    waiting: waitingFor(input, plan.to),
    wakeAt: earliest([decision.wakeAt, downAt(input)]),
  };
}

function observationOf({ versions, gates, since, now }: RolloutInput, { split }: Plan): Observation {
  const known = new Set(versions.map(({ id }) => id));
  return {
    at: now,
    since,
    members: {},
    versions: Object.fromEntries(versions.map(({ id, health }) => [id, health])),
    // A record that is deleted has taken its template along.
    gone: Object.keys(split?.baseline ?? {}).filter((id) => !known.has(id)),
    gates,
    drain: {},
    capacity: { unknown: 'capacity is not asked for' },
  };
}

/** Versions whose turn comes after this one's. */
function waitingFor({ next: { move, waiting } }: RolloutInput, subject: VersionId): VersionId[] {
  const first = move.kind === 'rollout' || move.kind === 'install' ? [move.subject] : [];
  return [...first, ...waiting].filter((id) => id !== subject);
}

const isStopped = ({ replicas }: GatiHandlerSpec): boolean => replicas === 0;

/** The split while no rollout moves it. Nothing is raised that is not ready. */
function settledWeights(input: RolloutInput): Weights {
  const { versions, current, spec, target, next } = input;
  const { move } = next;
  if (move.kind === 'stay') return current;
  // Nobody serves, so there is nothing to be careful with.
  if (isStopped(spec)) return move.weights;
  if (move.kind !== 'shift') return current;
  const find = (id: VersionId): RolloutVersion | undefined => versions.find((version) => version.id === id);
  // While the target takes no part, the others stay as they are unless one of them has to go.
  const mustMove = Object.keys(current).some((id) => (current[id] ?? 0) > 0 && find(id)?.isRoutable !== true);
  if (target !== undefined && find(target)?.isRoutable !== true && !mustMove) return current;
  const raised = Object.keys(move.weights).filter((id) => (move.weights[id] ?? 0) > (current[id] ?? 0));
  const isReady = (id: VersionId): boolean => {
    const health = find(id)?.health;
    return (
      health !== undefined && health.unknown === undefined && health.value.ready - (health.value.unsettled ?? 0) > 0
    );
  };
  return raised.every(isReady) ? move.weights : current;
}

function isUndo({ stored, now }: RolloutInput, to: VersionId): boolean {
  if (stored?.state.phase !== 'Succeeded' || stored.plan.from !== to) return false;
  return now < (stored.state.succeededAt ?? 0) + stored.plan.rollback.window;
}
