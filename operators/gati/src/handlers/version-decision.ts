import type { DeploymentResource, Instant, OwnerReference } from '@gati-framework/contracts/deployment';
import { earliest, instantOf } from '@slipway/apimachinery/clock';
import type { ScaleIntent } from '@slipway/delivery/model';
import { type DecommissionPolicy, type DrainView, eventsOf as drainEvents } from '../decommission/index.ts';
import { doesSleep, type ObjectGenerator } from '../manifests/index.ts';
import { ANNOTATIONS } from '../names/index.ts';
import { failedRetention, useBy } from '../rollouts/index.ts';
import { decide, type ScaleDownRecord, type ScalingDecision, workloadScaleOf } from '../scaling/index.ts';
import type { GatiVersionStatus, Scaling, Stage } from '../types/index.ts';
import { conditionEvents } from './condition-events.ts';
import type { GatiEvent } from './events.ts';
import type { HandlerFacts, VersionFacts } from './facts.ts';
import { hasNeverRun, type Leaving, leavingOf } from './leaving.ts';
import type { HandlerObservation } from './observation.ts';
import { phaseOf, stageOf } from './stage.ts';
import { replicasOf } from './workload.ts';

export interface VersionDecision {
  readonly facts: VersionFacts;
  readonly stage: Stage;
  readonly leaving: Leaving;
  /** Undefined for what the operator does not run. */
  readonly scale: ScalingDecision | undefined;
  /** Undefined where they were made by a generator that this operator does not have. */
  readonly objects: readonly DeploymentResource[] | undefined;
  /** To be set once by a manager of its own before a scaler takes over. */
  readonly startReplicas: number | undefined;
  readonly events: readonly GatiEvent[];
  readonly wakeAt: Instant | null;
}

export interface VersionInput {
  readonly observed: HandlerObservation;
  readonly facts: HandlerFacts;
  readonly weights: Readonly<Record<string, number>>;
  readonly scale: Readonly<Record<string, ScaleIntent>>;
  readonly policy: DecommissionPolicy;
  readonly generator: ObjectGenerator;
  readonly prometheusUrl: string | undefined;
  readonly owner: ((one: VersionFacts) => OwnerReference) | undefined;
  readonly canSleep: boolean;
}

export function decideVersion(input: VersionInput, one: VersionFacts): VersionDecision {
  const { observed, facts, policy } = input;
  const wanted = stageOf({ ...situationOf(input, one) });
  const leaving = leavingOf(observed, facts, one, wanted, policy);
  const { stage } = leaving;
  const { status: present = {} } = one.version.record;
  const before = drainView(present.stage, present);
  const after = drainView(stage, leaving.status);
  const version = one.version.record.metadata.name;
  const drained = drainEvents(one.id, before, after).map(({ message, ...event }) => ({ ...event, note: message }));
  const judged = conditionEvents(present.conditions, [one.version.compatibility.condition]);
  const events = [...drained, ...judged].map((event) => ({ ...event, version }));
  const { template } = one.version.record.spec;
  if (!template || one.version.problem || !leaving.remains.hasObjects || stage === 'Decommissioned')
    return {
      facts: one,
      stage,
      leaving,
      scale: undefined,
      objects: [],
      startReplicas: undefined,
      events,
      wakeAt: leaving.wakeAt,
    };
  const scale = scaleOf(input, one, stage, leaving);
  return {
    facts: one,
    stage,
    leaving,
    scale,
    ...objectsOf(input, one, stage, scale, leaving),
    events,
    wakeAt: earliest([leaving.wakeAt, scale.wakeAt]),
  };
}

function drainView(stage: Stage | undefined, { blockers = [], trafficHistory = [] }: Leaving['status']): DrainView {
  const known = trafficHistory.findLastIndex(({ count }) => count !== null);
  return { stage, blockers, unknownInRow: trafficHistory.length - 1 - known };
}

function situationOf({ observed, facts, weights }: VersionInput, one: VersionFacts): Parameters<typeof stageOf>[0] {
  const { version, id } = one;
  const { status = {} } = version.record;
  const { plan } = facts.stored ?? {};
  return {
    stage: status.stage,
    weight: one.weight,
    goal: Math.max(facts.next.goal.weights[id] ?? 0, weights[id] ?? 0),
    isWeightKnown: observed.route.split.unknown === undefined,
    isAvailable: one.isAvailable,
    isTarget: one.isTarget && one.isAccepted,
    isStable: facts.stable === id,
    isSubject: facts.isOpen && plan?.to === id,
    isPlanned: useBy(facts.stored, id).isPlanned,
    isHeaderOnly: one.isHeaderOnly,
    wasReleased: status.releasedAt !== undefined || one.weight > 0,
    isOperatorAuthored: version.isOperatorAuthored,
    failedAt: one.failedAt,
    failedRetentionMs: failedRetention(observed.handler.spec),
    now: observed.now,
  };
}

function scaleOf(input: VersionInput, one: VersionFacts, stage: Stage, leaving: Leaving): ScalingDecision {
  const { observed, weights, facts } = input;
  const { version, id } = one;
  // What a rollout still judges is not to fall to zero pods, whatever it is called.
  const isJudged = facts.isOpen && facts.stored?.plan.to === id;
  const { name, namespace } = observed.handler.metadata;
  const replicas = replicasOf(version.workload);
  const engine = input.scale[id];
  const intent: ScaleIntent | undefined =
    leaving.remains.replicas === 0
      ? { min: 0, withoutScaler: true, share: 0 }
      : leaving.isHeld
        ? { share: 0, ...engine, min: Math.max(replicas ?? 0, engine?.min ?? 0) }
        : engine;
  const scaling = scalingOf(input, one);
  return decide(
    {
      replicas: observed.handler.spec.replicas,
      ...(leaving.remains.hasScaler && scaling && { scaling }),
      names: { namespace, handler: name, version: id, deployment: version.deploymentName },
    },
    isFirst(input, id) ? 100 : Math.max(one.weight, weights[id] ?? 0),
    isJudged && stage === 'Current' ? 'Canary' : stage,
    {
      replicas,
      scalers: version.scalers,
      isKedaInstalled: observed.isKedaInstalled,
      prometheusUrl: input.prometheusUrl,
      intent,
      isMarkedBad: one.isBad,
      scaleDown: scaleDownOf(version.record.status?.scaleDown),
    },
    observed.now,
  );
}

/** A first version is to carry everything as soon as it carries anything. */
function isFirst({ facts }: VersionInput, id: string): boolean {
  const { stored, next } = facts;
  const isBeingInstalled = stored?.plan.from === null && stored.plan.to === id && stored.state.phase !== 'Superseded';
  return (isBeingInstalled && facts.stable === undefined) || (next.move.kind === 'install' && next.move.subject === id);
}

function scaleDownOf(noted: GatiVersionStatus['scaleDown']): ScaleDownRecord | null {
  const since = instantOf(noted?.since);
  return noted === undefined || since === undefined ? null : { since, peak: noted.peak };
}

/** Bounds act at once and are the handler's; what a scaler looks at is part of the version. */
function scalingOf({ observed }: VersionInput, { version }: VersionFacts): Scaling | undefined {
  const { scaling } = observed.handler.spec;
  const own = version.record.spec.scaling;
  if (!scaling && !own) return undefined;
  const { cpu: _cpu, memory: _memory, requestsPerSecond: _rate, ...bounds } = scaling ?? {};
  return version.isOperatorAuthored || own ? { ...bounds, ...own } : { ...scaling };
}

/** Stages of versions that are on their way out, or kept to be looked at. */
const UNWANTED: ReadonlySet<Stage> = new Set(['Failed', 'Draining', 'Drained', 'Decommissioning']);

function isThere({ version }: VersionFacts, { kind }: DeploymentResource): boolean {
  return [...version.otherRefs, ...version.scalerRefs].some((ref) => ref.kind === kind);
}

function objectsOf(
  input: VersionInput,
  one: VersionFacts,
  stage: Stage,
  scale: ScalingDecision,
  leaving: Leaving,
): Pick<VersionDecision, 'objects' | 'startReplicas'> {
  const { observed, generator, owner, canSleep } = input;
  const { record, workload } = one.version;
  const { template } = record.spec;
  const { name, namespace } = observed.handler.metadata;
  const revision = record.metadata.annotations?.[ANNOTATIONS.generator];
  const isStarting = scale.kind !== 'fixed' && scale.replicas !== null;
  // A Deployment is made with its pods; the scaler follows once it is there.
  const isNew = isStarting && workload.deployment === null;
  const objects = generator.version({
    handler: { namespace, name },
    versionId: one.id,
    template: template ?? { handlerPath: '', image: '', port: 1 },
    scale: isNew ? { replicas: scale.replicas ?? 1 } : workloadScaleOf(scale),
    phase: phaseOf(stage),
    ...(owner && { owner: owner(one) }),
    ...(revision !== undefined && { revision }),
    canSleep: doesSleep(workload.deployment) ?? canSleep,
  });
  const scaled = leaving.remains.hasScaler
    ? objects
    : objects?.filter(({ kind }) => kind !== 'HorizontalPodAutoscaler' && kind !== 'ScaledObject');
  // What never came to be is not tried again for a version that nobody asks for: it may be refused for ever.
  const kept = UNWANTED.has(stage) && hasNeverRun(one) ? scaled?.filter((object) => isThere(one, object)) : scaled;
  return { objects: kept, startReplicas: isStarting && !isNew ? (scale.replicas ?? undefined) : undefined };
}
