import { timestamp } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import { parseDuration } from '@slipway/apimachinery/durations';
import { selectorText } from '@slipway/apimachinery/selectors';
import type { State, Weights } from '@slipway/delivery';
import type { Condition, ConditionInput } from '@slipway/runtime';
import { handlerSelector } from '../names/index.ts';
import { isOpen, type Outlook, outlookOf, type RolloutDecision, shownRollout } from '../rollouts/index.ts';
import { achievedShares } from '../routing/index.ts';
import { gapWords, measuredShares } from '../shares/index.ts';
import type { GatiHandlerStatus } from '../types/index.ts';
import { weightsCondition } from '../weights/index.ts';
import type { HandlerFacts, VersionFacts } from './facts.ts';
import type { HandlerObservation } from './observation.ts';
import { podCause } from './pod-cause.ts';
import { unreachable } from './reach.ts';
import type { VersionDecision } from './version-decision.ts';
import { conditionsOf } from './version-status.ts';
import { crashOf, podCount, podsLeft, readyOf } from './workload.ts';

type StatedCondition = Omit<ConditionInput, 'observedGeneration'>;

export interface HandlerStatusInput {
  readonly observed: HandlerObservation;
  readonly facts: HandlerFacts;
  readonly rollout: RolloutDecision;
  readonly versions: readonly VersionDecision[];
  /** Why the spec cannot be acted on. */
  readonly problem: Pick<StatedCondition, 'reason' | 'message'> | undefined;
}

const DEFAULT_PROGRESS_MS = 600_000;
const SAMPLE_MS = 60_000;

/** Stages without weight in which callers may still be there. */
const USED_LATELY: ReadonlySet<string> = new Set(['Standby', 'Draining', 'Drained']);

/** From this share on a new version carries the traffic, not the old one. */
const HALF = 50;

/** What is written down about a handler; what its target says is added by the code that applied. */
export function handlerStatus(input: HandlerStatusInput): GatiHandlerStatus {
  const { observed, facts, rollout, versions } = input;
  const { metadata, status: present = {} } = observed.handler;
  const conditions = conditionsOf(present.conditions, statedConditions(input), metadata.generation, observed.now);
  const stable = stableAfter(facts, rollout);
  const traffic = trafficOf(input);
  return {
    phase: phaseOf(input, conditions),
    replicas: sum(versions, podCount),
    readyReplicas: sum(versions, readyOf),
    selector: selectorText(handlerSelector(metadata.name)),
    ...(observed.target && { targetVersion: observed.target.id }),
    ...(stable !== undefined && { stableVersion: stable }),
    versions: versions.map(({ facts: { version, weight }, stage }) => ({
      name: version.record.metadata.name,
      versionId: version.id,
      stage,
      weight,
      ready: readyOf(version.workload),
    })),
    traffic,
    ...(rollout.stored && { rollout: shownRollout(rollout.stored) }),
    ...(present.lastCommand && { lastCommand: present.lastCommand }),
    ...(present.target && { target: present.target }),
    ...(metadata.generation !== undefined && { observedGeneration: metadata.generation }),
    conditions,
  };
}

/** What is wanted, what the route gives, and what callers see. */
function trafficOf({ observed, rollout, versions }: HandlerStatusInput): NonNullable<GatiHandlerStatus['traffic']> {
  const { spec, status } = observed.handler;
  const isExact = spec.routing?.gateway !== undefined;
  const achieved = isExact ? confirmed(observed, versions) : achievedShares(observed.route.serving);
  const isUsed = ({ stage, facts: { weight, version } }: VersionDecision): boolean =>
    weight > 0 || (USED_LATELY.has(stage) && podsLeft(version.workload) > 0);
  const counted = versions.filter(isUsed).map(({ facts: { id, version } }) => ({ id, sample: version.sample }));
  const intervalMs = spec.traffic?.interval === undefined ? SAMPLE_MS : parseDuration(spec.traffic.interval);
  const measured = measuredShares(counted, status?.traffic?.measured, intervalMs, observed.now);
  return {
    mode: isExact ? 'Exact' : 'Approximate',
    ...(hasAny(rollout.weights) && { wanted: rollout.weights }),
    ...(hasAny(achieved) && { achieved }),
    ...(measured && { measured }),
  };
}

/** An apply that empties a map leaves null there, which servers refuse: a map of nothing is left out. */
function hasAny(weights: Weights): boolean {
  return Object.keys(weights).length > 0;
}

/** The stable version as the next look will find it. */
function stableAfter(facts: HandlerFacts, { stored, weights }: RolloutDecision): string | undefined {
  if (stored && isOpen(stored)) return stored.plan.from ?? undefined;
  const [first] = facts.versions.toSorted((a, b) => (weights[b.id] ?? 0) - (weights[a.id] ?? 0));
  return first && (weights[first.id] ?? 0) > 0 ? first.id : undefined;
}

function confirmed({ route }: HandlerObservation, versions: readonly VersionDecision[]): Weights {
  if (route.split.unknown === undefined) return route.split.value.weights;
  return Object.fromEntries(
    versions.filter(({ facts }) => facts.weight > 0).map(({ facts }) => [facts.id, facts.weight]),
  );
}

/** Versions that traffic goes to; before the first release, the one it will go to. */
function receiversOf({ facts, rollout }: HandlerStatusInput): readonly VersionFacts[] {
  const receivers = facts.versions.filter(({ id }) => (rollout.weights[id] ?? 0) > 0);
  return receivers.length > 0 ? receivers : facts.versions.filter(({ isTarget }) => isTarget);
}

function statedConditions(input: HandlerStatusInput): StatedCondition[] {
  const { facts, problem, versions } = input;
  const accepted: StatedCondition = problem
    ? { type: 'Accepted', status: 'False', ...problem }
    : { type: 'Accepted', status: 'True', reason: 'Accepted', message: 'The spec can be acted on.' };
  const scales = versions.flatMap(({ scale, facts: { isTarget } }) =>
    scale ? [{ ...scale.condition, isTarget }] : [],
  );
  const reported =
    scales.find(({ status }) => status === 'False') ??
    scales.find(({ reason }) => reason === 'ScaleDownWaits') ??
    scales.find(({ isTarget }) => isTarget);
  const { isTarget: _, ...scaled } = reported ?? { isTarget: false };
  return [
    accepted,
    readyCondition(input),
    progressing(input),
    routed(input),
    weightsCondition(facts.next.goal),
    conflicted(input),
    ...('type' in scaled ? [scaled] : []),
  ];
}

function readyCondition(input: HandlerStatusInput): StatedCondition {
  const type = 'Ready';
  const { observed } = input;
  if (observed.handler.spec.replicas === 0)
    return { type, status: 'True', reason: 'ScaledToZero', message: 'It has no pods, as the spec asks.' };
  // What is on its way to new weights still serves by the old ones.
  const serving = input.facts.versions.filter(({ weight }) => weight > 0);
  // What has the smaller share on trial is judged by its rollout: the handler serves without it.
  const carrying = serving.filter((one) => !isOnTrial(input, one));
  const receivers = [carrying, serving, receiversOf(input)].find(({ length }) => length > 0) ?? [];
  const missing = receivers.filter(({ isAvailable }) => !isAvailable);
  const isReleased = serving.length > 0;
  const broken = isReleased && missing.length === 0 ? unreachable(observed) : undefined;
  if (broken) return { type, status: 'False', ...broken };
  if (isReleased && missing.length === 0)
    return { type, status: 'True', reason: 'Available', message: availableWords(serving) };
  const [first] = missing;
  if (!first)
    return { type, status: 'False', reason: 'Progressing', message: 'The router has not confirmed its route yet.' };
  const crash = crashOf(first.version.workload);
  if (crash !== undefined) return { type, status: 'False', reason: 'CrashLoop', message: `${first.id}: ${crash}.` };
  const isLate = isPastDeadline(input, type);
  const reason = isLate ? 'ProgressDeadlineExceeded' : isReleased ? 'NotAvailable' : 'Progressing';
  const cause = podCause(first.version.workload);
  const why = cause === undefined ? '' : `: ${cause}`;
  return {
    type,
    status: 'False',
    reason,
    message: `No pod of ${missing.map(({ id }) => id).join(', ')} is ready${why}.`,
  };
}

function isOnTrial({ rollout: { stored } }: HandlerStatusInput, { id, weight }: VersionFacts): boolean {
  return stored !== undefined && isOpen(stored) && stored.plan.to === id && weight < HALF;
}

function availableWords(serving: readonly VersionFacts[]): string {
  const down = serving.find(({ isAvailable }) => !isAvailable);
  if (!down) return 'Every version with traffic has ready pods.';
  const cause = podCause(down.version.workload);
  const why = cause === undefined ? '' : `: ${cause}`;
  return `What carries the traffic has ready pods; ${down.id}, which is tried with ${down.weight} %, has none${why}.`;
}

/** Whether it has not been so for longer than progress may take. */
function isPastDeadline({ observed, rollout }: HandlerStatusInput, type: string): boolean {
  const { handler, now } = observed;
  const isStopped = rollout.stored?.state.phase === 'Frozen';
  const condition = handler.status?.conditions?.find((one) => one.type === type);
  const deadline = handler.spec.rollout?.progressDeadline;
  const patience = deadline === undefined ? DEFAULT_PROGRESS_MS : parseDuration(deadline);
  const since = condition?.status === 'False' ? Date.parse(condition.lastTransitionTime) : now;
  return isStopped || now - since >= patience;
}

function isRouted({ observed, rollout }: HandlerStatusInput): boolean {
  const { split } = observed.route;
  if (split.unknown !== undefined) return false;
  const ids = new Set([...Object.keys(split.value.weights), ...Object.keys(rollout.weights)]);
  return [...ids].every((id) => (split.value.weights[id] ?? 0) === (rollout.weights[id] ?? 0));
}

function routed(input: HandlerStatusInput): StatedCondition {
  const type = 'Routed';
  const { observed, facts } = input;
  const isExact = observed.handler.spec.routing?.gateway !== undefined;
  const { problem, split } = observed.route;
  if (problem) return { type, status: 'False', ...problem };
  if (!isRouted(input)) {
    const referring = isExact ? undefined : receiversOf(input).find(({ version }) => version.isReferring);
    if (referring) return { type, status: 'False', reason: 'NoGateway', message: unselected(referring) };
    const reason = isExact ? 'NotAccepted' : 'NoEndpoints';
    return { type, status: 'False', reason, message: unconfirmed(split.unknown) };
  }
  const unreached = facts.versions.filter(({ isHeaderOnly, isAvailable }) => isHeaderOnly && isAvailable);
  if (!isExact && unreached.length > 0) {
    const services = unreached.map(({ id, version }) => `${id} by its Service ${version.serviceName}`).join(', ');
    const message = `Without a Gateway no header can choose a version: reach ${services}, or set routing.gateway.`;
    return { type, status: 'False', reason: 'HeadersNotSupported', message };
  }
  const gap = gapWords(trafficOf(input));
  const why = gap === undefined ? '' : ` ${gap}`;
  return isExact
    ? { type, status: 'True', reason: 'Exact', message: `The Gateway splits traffic as asked.${why}` }
    : {
        type,
        status: 'True',
        reason: 'Approximate',
        message: `Traffic is split by the number of pods in rotation.${why}`,
      };
}

function unconfirmed(cause: string | undefined): string {
  if (cause === undefined) return 'The wanted split is on its way.';
  return `The router has not confirmed the wanted split, so the last one stays: ${cause}.`;
}

function unselected({ id, version }: VersionFacts): string {
  const { deploymentName, serviceName } = version;
  return (
    `${id} refers to Deployment ${deploymentName}, whose pods only a Gateway can be led to: set routing.gateway. ` +
    `Without one its callers stay at Service ${serviceName}, and the next version starts beside it.`
  );
}

function progressing({ rollout, observed, facts }: HandlerStatusInput): StatedCondition {
  const type = 'Progressing';
  const { stored, held } = rollout;
  if (held) {
    const message = `${held.version} does not begin while the handler is held (${held.hold}). Say unhold to let it.`;
    return { type, status: 'False', reason: 'Held', message };
  }
  const kept = facts.versions.find(({ isTarget, isHeaderOnly, isAccepted }) => isTarget && isHeaderOnly && isAccepted);
  if (kept?.weight === 0 && !(stored && isOpen(stored))) {
    const message = `${kept.id} is held at no traffic. ${kept.version.compatibility.condition.message}`;
    return { type, status: 'False', reason: 'HeaderOnly', message };
  }
  if (!stored) return { type, status: 'False', reason: 'Succeeded', message: 'Nothing is being rolled out.' };
  const { state, plan } = stored;
  const isMoving =
    isOpen(stored) && state.wakeAt !== null && state.phase !== 'Frozen' && state.phase !== 'RollbackFailed';
  const outlook = isMoving ? outlookOf(stored, observed.now) : undefined;
  const message = outlook ? lookedAhead(plan.to, state.phase, outlook) : ended(plan.to, state);
  return { type, status: isMoving ? 'True' : 'False', reason: state.phase, message };
}

/** What is so, when it goes on, and what follows if it does not. */
function lookedAhead(version: string, phase: string, outlook: Outlook): string {
  const { step, blocker, notBefore, deadline, otherwise, owner, action } = outlook;
  const goesOn = notBefore === undefined ? '' : ` It goes on at ${timestamp(notBefore)} at the earliest.`;
  const doing = MOVING[phase] ?? 'is at';
  return `${version} ${doing} ${step}: ${blocker}.${goesOn} At ${timestamp(deadline)} at the latest ${otherwise}. To act: ${action} (${owner}).`;
}

const MOVING: Readonly<Record<string, string>> = {
  Paused: 'is paused at',
  RollingBack: 'is being rolled back from',
  Pending: 'waits to begin',
};

function ended(version: string, { phase, reason }: State): string {
  if (reason === undefined) return `${version}: ${phase}.`;
  return reason.startsWith(`${version} `) ? `${reason}.` : `${version}: ${reason}.`;
}

function conflicted({ observed, facts }: HandlerStatusInput): StatedCondition {
  const type = 'Conflicted';
  const weights = facts.next.goal.conflicts.map(({ versionId, counts, ignored }) => ({
    reason: 'WeightConflict',
    message: `The handler gives ${versionId} the weight ${ignored}, its GatiVersion ${counts}; the GatiVersion counts.`,
  }));
  const [first, ...more] = [...weights, ...observed.disagreements];
  if (!first) return { type, status: 'False', reason: 'NoConflict', message: 'All sources agree.' };
  const message = [first, ...more].map((one) => one.message).join(' ');
  return { type, status: 'True', reason: first.reason, message };
}

function phaseOf(input: HandlerStatusInput, conditions: readonly Condition[]): NonNullable<GatiHandlerStatus['phase']> {
  const { observed, problem, versions } = input;
  if (problem) return 'Failed';
  if (observed.handler.spec.replicas === 0) return 'Running';
  if (versions.length > 0 && versions.every(({ stage }) => stage === 'Decommissioned')) return 'Decommissioned';
  const isServing = receiversOf(input).some(({ isAvailable }) => isAvailable);
  const isReleased = Object.values(input.rollout.weights).some((weight) => weight > 0);
  if (isServing && isReleased) return 'Running';
  const ready = conditionOf(conditions, 'Ready');
  return ready?.reason === 'ProgressDeadlineExceeded' || isPastDeadline(input, 'Ready') ? 'Failed' : 'Pending';
}

function sum(
  versions: readonly VersionDecision[],
  count: (workload: VersionFacts['version']['workload']) => number,
): number {
  return versions.reduce((total, { facts }) => total + count(facts.version.workload), 0);
}
