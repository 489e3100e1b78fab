import type { Instant, Known, Ref } from '@gati-framework/contracts/deployment';
import { earliest, instantOf } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import { belowServiceFloor } from '@slipway/delivery/machine';
import {
  beginDrain,
  blockersOf,
  type DecommissionPolicy,
  type DecommissionSituation,
  type DrainStatus,
  defined,
  endDrain,
  type Gate,
  gatesOf,
  historyOf,
  isOverdue,
  type OtherVersions,
  pastBlockers,
  type RemovalStep,
  recordSample,
  removalStep,
  timeOf,
  verdictOf,
} from '../decommission/index.ts';
import { ANNOTATIONS } from '../names/index.ts';
import { failedRetention, holdOn, useBy } from '../rollouts/index.ts';
import type { Stage } from '../types/index.ts';
import type { HandlerFacts, VersionFacts } from './facts.ts';
import type { HandlerObservation } from './observation.ts';
import { podsLeft, replicasOf } from './workload.ts';

/** How much of a version is to be there. */
export interface Remains {
  readonly isRouted: boolean;
  readonly hasScaler: boolean;
  /** Undefined: as its scale is decided. */
  readonly replicas: 0 | undefined;
  readonly hasObjects: boolean;
}

export const ALL_OF_IT: Remains = { isRouted: true, hasScaler: true, replicas: undefined, hasObjects: true };
const UNROUTED: Remains = { ...ALL_OF_IT, isRouted: false };
const UNSCALED: Remains = { ...UNROUTED, hasScaler: false };
const EMPTY: Remains = { ...UNSCALED, replicas: 0 };
const NOTHING: Remains = { ...EMPTY, hasObjects: false };
/** Pods of another client's Deployment carry no label that leads here: their end is looked for. */
const UNSEEN_MS = 2_000;

/** A version on its way out: how far it is, what is left of it, and what keeps it. */
export interface Leaving {
  readonly stage: Stage;
  readonly remains: Remains;
  readonly status: DrainStatus;
  readonly gates: readonly Gate[];
  /** Nothing goes on before everything was read from the server itself. */
  readonly needsLook: boolean;
  /** Its pods are held until it is drained, or its deadline has passed. */
  readonly isHeld: boolean;
  readonly wait?: string;
  /** What is to be done to a workload that another client made and released: no set of objects holds it (G-106). */
  readonly act?: Extract<RemovalStep, { readonly ref: Ref }>;
  readonly wakeAt: Instant | null;
}

/** Where a version goes from `stage`, as `stageOf` gave it; nothing of this for versions that stay. */
export function leavingOf(
  observed: HandlerObservation,
  facts: HandlerFacts,
  one: VersionFacts,
  stage: Stage,
  policy: DecommissionPolicy,
): Leaving {
  const { status: present = {}, spec } = one.version.record;
  const isCountReported = observed.handler.spec.traffic?.source === 'status';
  if (one.isDeleting) return deleted(observed, facts, one, stage);
  if (stage === 'Decommissioned')
    return { ...staying(stage, drainStatusOf(present, observed.now)), remains: NOTHING, isHeld: false };
  if (stage !== 'Draining' && stage !== 'Drained' && stage !== 'Decommissioning')
    return staying(stage, endDrain(drainStatusOf(present, observed.now)));

  const begun = beginDrain(drainStatusOf(present, observed.now), observed.now, { isCountReported });
  const { sample } = one.version;
  const isNew = sample !== undefined && sample.at >= (instantOf(begun.drainingSince) ?? 0);
  const status = isNew ? recordSample(begun, sample, { isCountReported }) : begun;
  const others = othersOf(facts, one);
  const situation: DecommissionSituation = {
    stage,
    weight: confirmedWeight(observed, one),
    ...defined('drainingSince', instantOf(status.drainingSince)),
    ...defined('lastTrafficAt', instantOf(status.lastTrafficTimestamp)),
    ...defined('drainedAt', drainedAt(one)),
    history: historyOf(status),
    ...(isNew && { latest: sample }),
    tags: spec.tags ?? [],
    isKept: one.version.record.metadata.annotations?.[ANNOTATIONS.keep] === 'true',
    ...defined('hold', holdOn(facts.stored, one.id)),
    use: useOf(observed, facts, one),
    others,
    ...defined('foreign', one.version.foreign),
    ...defined('retire', retireOf(one, status) ?? (hasNeverRun(one) ? NEVER_RAN : undefined)),
    policy,
    blockers: pastBlockers(present.blockers),
  };
  const gates = gatesOf(situation, observed.now);
  const verdict = verdictOf(situation, gates, observed.now);
  const blockers = blockersOf(situation, gates, observed.now);
  const reported: DrainStatus = { ...status, ...(blockers.length > 0 ? { blockers } : {}) };
  if (blockers.length === 0) delete reported.blockers;
  const openings = gates.flatMap(({ blocker }) => (blocker ? [blocker.deadline] : []));
  const common = {
    status: reported,
    gates,
    needsLook: false,
    isHeld:
      others.value.weak !== undefined || (verdict.stage === 'Draining' && !isOverdue(situation, gates, observed.now)),
    wakeAt: earliest(openings.filter((at) => at > observed.now)),
  };
  const isGoing = stage === 'Decommissioning' || verdict.stage === 'Decommissioning';
  if (!isGoing) return { ...common, stage: verdict.stage, remains: ALL_OF_IT };
  const step = removalStep(
    {
      gates,
      isLive: observed.isLive,
      isRouted: isRouted(observed, one),
      scalers: one.version.scalerRefs,
      ...deploymentOf(one),
      pods: { value: podsLeft(one.version.workload), at: observed.now },
      rest: one.version.otherRefs,
      ...defined('drainedAt', verdict.drainedAt ?? drainedAt(one)),
      deleteDelayMs: policy.deleteDelayMs,
    },
    observed.now,
  );
  const act = one.version.isReferring && 'ref' in step ? { act: step } : {};
  return { ...removing(step, common, one, observed), ...act };
}

type Common = Pick<Leaving, 'status' | 'gates' | 'needsLook' | 'isHeld' | 'wakeAt'>;

/** A step of the removal as what is to be there after it. */
function removing(
  step: RemovalStep,
  common: Common,
  one: VersionFacts,
  { refusals, now }: HandlerObservation,
): Leaving {
  const going = { ...common, stage: 'Decommissioning' as const, isHeld: false };
  switch (step.do) {
    case 'giveBack':
      return { ...common, stage: 'Draining', remains: ALL_OF_IT };
    case 'unroute':
      return { ...going, remains: UNROUTED };
    case 'look':
      return { ...going, remains: unrouted(one), needsLook: true };
    case 'scaleDown':
      return { ...going, remains: EMPTY };
    case 'finish': {
      const { [one.id]: refusal } = refusals;
      if (refusal !== undefined)
        return { ...going, remains: NOTHING, status: refused(common.status, one, refusal, now) };
      return {
        ...going,
        stage: 'Decommissioned',
        remains: NOTHING,
        status: { ...withoutBlockers(common.status), decommissionedAt: timeOf(now) },
      };
    }
    case 'delete':
      return { ...going, remains: isScaler(step.ref.kind) ? scalerless(one) : NOTHING };
    default:
      return {
        ...going,
        remains: (replicasOf(one.version.workload) ?? 0) === 0 ? EMPTY : unrouted(one),
        wait: step.for,
        wakeAt: earliest([step.until, one.version.isReferring ? now + UNSEEN_MS : null, common.wakeAt]),
      };
  }
}

/** A scaler that is gone does not come back on the way out. */
const unrouted = (one: VersionFacts): Remains => (one.version.scalerRefs.length === 0 ? UNSCALED : UNROUTED);
const isScaler = (kind: string): boolean => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject';
const scalerless = (one: VersionFacts): Remains => ((replicasOf(one.version.workload) ?? 0) === 0 ? EMPTY : UNSCALED);

/**
 * A person deletes the record: its share moves first, then everything of it goes without further questions, in the
 * order of every removal (G-101). What it only refers to stays.
 */
function deleted(observed: HandlerObservation, facts: HandlerFacts, one: VersionFacts, stage: Stage): Leaving {
  const { status: present = {} } = one.version.record;
  const status = drainStatusOf(present, observed.now);
  const isLast = !facts.versions.some(({ id, isAvailable }) => id !== one.id && isAvailable);
  const blocker =
    one.weight > 0
      ? `its ${one.weight} % of the traffic to move`
      : one.isTarget
        ? 'the handler to ask for another version'
        : isLast && one.isAvailable
          ? 'another version to be available'
          : undefined;
  if (blocker !== undefined) return { ...staying(stage, status), wait: blocker };
  const { refusals, now } = observed;
  const { version } = one;
  const step = removalStep(
    {
      gates: [],
      isLive: true,
      isRouted: { value: isNamed(observed, one), at: now },
      scalers: version.scalerRefs,
      ...deploymentOf(one),
      pods: { value: podsLeft(version.workload), at: now },
      rest: version.otherRefs,
      deleteDelayMs: 0,
    },
    now,
  );
  const going = present.stage === 'Decommissioned' ? 'Decommissioned' : 'Decommissioning';
  const left = staying(going, status);
  if (version.isReferring || step.do === 'finish')
    return { ...left, remains: NOTHING, ...defined('wait', refusals[one.id]) };
  return { ...removing(step, left, one, observed), stage: going };
}

/** Nothing of it is left; what it only refers to was never its own. */
export function isGone({ version }: VersionFacts): boolean {
  const { workload, otherRefs, scalerRefs, record } = version;
  const isEmpty = workload.deployment === null && otherRefs.length + scalerRefs.length === 0;
  return isEmpty || record.spec.template === undefined;
}

function staying(stage: Stage, status: DrainStatus): Leaving {
  return { stage, remains: ALL_OF_IT, status, gates: [], needsLook: false, isHeld: false, wakeAt: null };
}

/** The part of a status that a drain writes; the rest is decided anew each time. */
function drainStatusOf(status: DrainStatus, now: Instant): DrainStatus {
  const { drainingSince, lastTrafficTimestamp, trafficCount, trafficHistory, blockers, decommissionedAt } = status;
  return {
    ...defined('drainingSince', noLater(drainingSince, now)),
    ...defined('lastTrafficTimestamp', noLater(lastTrafficTimestamp, now)),
    ...defined('trafficCount', trafficCount),
    ...defined('trafficHistory', trafficHistory),
    ...defined('blockers', blockers),
    ...defined('decommissionedAt', decommissionedAt),
  };
}

/** What is noted of a time to come was written by another clock or by hand: counted from, it would never be long ago. */
function noLater(time: string | undefined, now: Instant): string | undefined {
  return (instantOf(time) ?? 0) > now ? timeOf(now) : time;
}

/** Nothing of it is left but a party that has to be notified. */
function refused(status: DrainStatus, { version }: VersionFacts, message: string, now: Instant): DrainStatus {
  const reason = 'CoordinatorFailed';
  const since = version.record.status?.blockers?.find((one) => one.reason === reason)?.since ?? timeOf(now);
  return { ...status, blockers: [{ reason, message, since, owner: 'transformer coordinator' }] };
}

function withoutBlockers(status: DrainStatus): DrainStatus {
  const { blockers: _blockers, ...rest } = status;
  return rest;
}

function confirmedWeight({ route, now }: HandlerObservation, one: VersionFacts): Known<number> {
  return route.split.unknown === undefined ? { value: one.weight, at: now } : { unknown: route.split.unknown };
}

/** When its condition says that it was drained: delays count from there. */
function drainedAt({ version }: VersionFacts): Instant | undefined {
  const condition = conditionOf(version.record.status?.conditions, 'Drained');
  return condition?.status === 'True' ? instantOf(condition.lastTransitionTime) : undefined;
}

function useOf(
  { handler }: HandlerObservation,
  { stored, stable }: HandlerFacts,
  { id, isTarget, failedAt }: VersionFacts,
): DecommissionSituation['use'] {
  return {
    isTarget,
    isStable: stable === id,
    ...useBy(stored, id),
    ...(failedAt !== undefined && { retentionEndsAt: failedAt + failedRetention(handler.spec) }),
  };
}

function othersOf(
  { versions, stored }: HandlerFacts,
  { id, isBad }: VersionFacts,
): { value: OtherVersions; at: Instant } {
  const others = versions.filter((other) => other.id !== id);
  const available = others.filter(({ isAvailable }) => isAvailable);
  const weight = available.reduce((sum, other) => sum + other.weight, 0);
  const base = stored?.state.base;
  // Nothing goes back to a version that is marked bad.
  const weak = isBad
    ? undefined
    : others.map((other) => belowServiceFloor({ ...other, base })).find((words) => words !== undefined);
  return { value: { isOneAvailable: available.length > 0, weight, ...defined('weak', weak) }, at: 0 };
}

/** What was reported of an earlier drain says nothing of this one. */
function retireOf({ version }: VersionFacts, { drainingSince }: DrainStatus): DecommissionSituation['retire'] {
  const { lastCommand } = version.record.status ?? {};
  if (lastCommand?.command !== 'retire' || lastCommand.result !== 'Accepted') return undefined;
  if ((instantOf(lastCommand.at) ?? 0) < (instantOf(drainingSince) ?? 0)) return undefined;
  return { by: lastCommand.actor ?? 'an unnamed person', reason: lastCommand.reason ?? '' };
}

/** Nothing of it has ever run: there is no caller to wait for, and nothing is made of it any more. */
export function hasNeverRun({ version, weight }: VersionFacts): boolean {
  const { workload, record, isReferring } = version;
  const isMade = workload.deployment !== null || workload.pods.length > 0;
  return !isMade && !isReferring && weight === 0 && record.status?.releasedAt === undefined;
}

const NEVER_RAN = { by: 'the operator', reason: 'it has never run' } as const;

function isRouted(observed: HandlerObservation, one: VersionFacts): Known<boolean> {
  const { route, now } = observed;
  return route.split.unknown === undefined
    ? { value: isNamed(observed, one), at: now }
    : { unknown: route.split.unknown };
}

/** A rule of the route, or an endpoint of the stable Service, leads to it. */
function isNamed({ route }: HandlerObservation, { version, id }: VersionFacts): boolean {
  const rules = JSON.stringify(route.routes.map(({ spec }) => spec as unknown));
  return rules.includes(`"${version.serviceName}"`) || (route.serving[id] ?? 0) > 0;
}

function deploymentOf({ version }: VersionFacts): Pick<Parameters<typeof removalStep>[0], 'deployment'> {
  const { deployment } = version.workload;
  if (!deployment) return {};
  const { namespace, name, uid } = deployment.metadata;
  const ref = { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name, ...(uid !== undefined && { uid }) };
  return { deployment: { ref, replicas: replicasOf(version.workload) ?? 0 } };
}
