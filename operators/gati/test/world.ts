import type { DeploymentResource, Instant } from '@gati-framework/contracts/deployment';
import type { Command, Weights } from '@slipway/delivery';
import type { StoredRollout } from '@slipway/delivery/persistence';
import type { ReadHandler, Seen } from '../src/cluster/index.ts';
import { DEFAULT_SETTINGS, type DrainSample } from '../src/decommission/index.ts';
import { decideHandler, type HandlerDecision, type HandlerSettings } from '../src/handlers/decide.ts';
import type { HandlerObservation, RouteObservation, VersionObservation } from '../src/handlers/observation.ts';
import { builtInObjects, GENERATOR_REVISION } from '../src/manifests/index.ts';
import { ANNOTATIONS, recordName, versionObjectName } from '../src/names/index.ts';
import { shownRollout } from '../src/rollouts/index.ts';
import type { GatiHandlerSpec, GatiHandlerStatus, GatiVersion, Stage } from '../src/types/index.ts';

export const NOW = Date.UTC(2030, 0);
export const MINUTE = 60_000;
const NAMESPACE = 'shop';
export const HANDLER = 'users';

export const settings: HandlerSettings = {
  generator: builtInObjects,
  decommission: DEFAULT_SETTINGS,
  hasOwners: true,
  canSleep: true,
};

/** A version as a test tells of it; what is left out is as it is with one that serves in peace. */
export interface Sketch {
  readonly id: string;
  readonly stage?: Stage;
  /** Confirmed by the router. */
  readonly weight?: number;
  /** Undefined: it has no Deployment. @default one ready pod */
  readonly pods?: { readonly wanted?: number; readonly ready?: number; readonly crashes?: number } | undefined;
  /** Written by a person, who declares this weight. */
  readonly declares?: number;
  readonly isBreaking?: boolean;
  readonly isDeleting?: boolean;
  readonly sample?: DrainSample;
  readonly spec?: Partial<GatiVersion['spec']>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly status?: Partial<NonNullable<GatiVersion['status']>>;
}

export interface ObservationSketch {
  /** Oldest first. */
  readonly versions: readonly Sketch[];
  /** @default the last of the versions */
  readonly target?: string;
  readonly spec?: Partial<GatiHandlerSpec>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly status?: GatiHandlerStatus;
  readonly rollout?: StoredRollout;
  readonly route?: Partial<RouteObservation>;
  readonly isLive?: boolean;
  readonly now?: Instant;
}

export const time = (instant: Instant): string => new Date(instant).toISOString();

/** A world of which a decision can be made. */
export function observationOf(sketch: ObservationSketch): HandlerObservation {
  const { now = NOW, isLive = false, rollout } = sketch;
  const versions = sketch.versions.map((one, index) => versionOf(one, index, now));
  const target = versions.find(({ id }) => id === (sketch.target ?? sketch.versions.at(-1)?.id));
  const weights = Object.fromEntries(
    sketch.versions.flatMap(({ id, weight = 0 }) => (weight > 0 ? [[id, weight]] : [])),
  );
  const handler: ReadHandler = {
    metadata: { namespace: NAMESPACE, name: HANDLER, uid: 'h-uid', generation: 1, ...annotated(sketch.annotations) },
    spec: {
      handlerPath: '/users',
      version: target?.id ?? 'v1',
      replicas: 1,
      image: 'users:1',
      port: 8080,
      ...sketch.spec,
    },
    status: {
      ...(target && { targetVersion: target.id }),
      ...(Object.keys(weights).length > 0 && { traffic: { mode: 'Exact', wanted: weights, achieved: weights } }),
      ...sketch.status,
      ...(rollout && { rollout: shownRollout(rollout) }),
    },
  };
  return {
    handler,
    versions,
    target,
    disagreements: [],
    route: { ...routeOf(weights, now), ...sketch.route },
    gates: {},
    isKedaInstalled: false,
    canMonitor: false,
    isLive,
    refusals: {},
    since: 0,
    now,
  };
}

function routeOf(weights: Weights, now: Instant): RouteObservation {
  const isReleased = Object.keys(weights).length > 0;
  return {
    split: isReleased ? { value: { weights }, at: now } : { unknown: 'no version has weight yet' },
    stableService: null,
    routes: [],
    selection: undefined,
    serving: {},
    rehearsal: new Set(),
    given: weights,
  };
}

const annotated = (annotations: Sketch['annotations']): object => (annotations ? { annotations } : {});

function versionOf(sketch: Sketch, index: number, now: Instant): VersionObservation {
  const { id, weight = 0, declares, stage } = sketch;
  const pods = 'pods' in sketch ? sketch.pods : {};
  const objectName = versionObjectName(HANDLER, id);
  const isReleased = weight > 0;
  return {
    id,
    record: {
      metadata: {
        namespace: NAMESPACE,
        name: recordName(HANDLER, id),
        uid: `uid-${id}`,
        generation: 1,
        finalizers: ['gati.dev/version-cleanup'],
        annotations: { [ANNOTATIONS.generator]: GENERATOR_REVISION, ...sketch.annotations },
        ...(sketch.isDeleting && { deletionTimestamp: time(now) }),
      },
      spec: {
        versionId: id,
        breaking: false,
        routingWeight: declares ?? weight,
        template: { handlerPath: '/users', image: `users:${id}`, port: 8080 },
        ...sketch.spec,
      },
      status: {
        ...(stage && { stage }),
        ...(isReleased && { releasedAt: time(now - 60 * MINUTE) }),
        effectiveWeight: weight,
        ...sketch.status,
      },
    },
    createdAt: NOW - 1_000_000 + index,
    isOperatorAuthored: declares === undefined,
    templateHash: `hash-of-${id}`,
    deploymentName: objectName,
    isReferring: false,
    serviceName: objectName,
    servicePort: 3000,
    workload: workloadOf(objectName, pods),
    scalers: [],
    compatibility: sketch.isBreaking ? BREAKING : COMPATIBLE,
    ...(sketch.sample && { sample: sketch.sample }),
    scalerRefs: [],
    otherRefs: pods ? ['Service', 'ConfigMap'].map((kind) => ({ kind, namespace: NAMESPACE, name: objectName })) : [],
    link: { reason: 'Linked', message: 'It is a version of GatiHandler users.' },
  };
}

const COMPATIBLE: VersionObservation['compatibility'] = {
  isBreaking: false,
  mayReceive: true,
  missing: [],
  condition: { type: 'Compatible', status: 'True', reason: 'Compatible', message: 'Callers are served.' },
};
const BREAKING: VersionObservation['compatibility'] = {
  isBreaking: true,
  mayReceive: false,
  missing: ['v1->v2'],
  condition: { type: 'Compatible', status: 'False', reason: 'TransformersMissing', message: 'It may break callers.' },
};

function workloadOf(name: string, pods: Sketch['pods']): VersionObservation['workload'] {
  if (!pods) return { deployment: null, pods: [] };
  const { wanted = 1, ready = wanted, crashes = 0 } = pods;
  const metadata = { namespace: NAMESPACE, name, uid: `uid-of-${name}`, generation: 1 };
  const deployment: Seen = {
    kind: 'Deployment',
    metadata,
    spec: { replicas: wanted },
    status: { observedGeneration: 1, replicas: wanted, readyReplicas: ready },
  };
  const pod = (index: number): Seen => ({
    kind: 'Pod',
    metadata: { namespace: NAMESPACE, name: `${name}-${index}` },
    spec: {},
    status: {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: index < ready ? 'True' : 'False' }],
      ...(crashes > 0 && {
        containerStatuses: [{ name: 'app', restartCount: crashes, state: { waiting: { reason: 'CrashLoopBackOff' } } }],
      }),
    },
  });
  return { deployment, pods: Array.from({ length: wanted }, (_, index) => pod(index)) };
}

export const decided = (observed: HandlerObservation, commands: readonly Command[] = []): HandlerDecision =>
  decideHandler(observed, settings, commands);

/** The world once the decision is written down, and nothing else has happened. */
export function writtenDown(
  observed: HandlerObservation,
  { status, versionStatuses }: HandlerDecision,
): HandlerObservation {
  const versions = observed.versions.map((version) => {
    const reported = versionStatuses.find(({ decision }) => decision.facts.id === version.id);
    return reported ? { ...version, record: { ...version.record, status: reported.status } } : version;
  });
  return {
    ...observed,
    handler: { ...observed.handler, status },
    versions,
    target: versions.find(({ id }) => id === observed.target?.id),
  };
}

function boundsOf(spec: unknown): { readonly min: number; readonly max: number } | undefined {
  const { minReplicas, maxReplicas } = (spec ?? {}) as { minReplicas?: number; maxReplicas?: number };
  return maxReplicas === undefined ? undefined : { min: minReplicas ?? 1, max: maxReplicas };
}

/** The world once cluster and router have done all that was decided, a while later. */
export function carriedOut(
  observed: HandlerObservation,
  decision: HandlerDecision,
  afterMs = 1_000,
): HandlerObservation {
  const now = observed.now + afterMs;
  const written = writtenDown(observed, decision);
  const has = (kind: string, name: string): DeploymentResource | undefined =>
    decision.objects.find((object) => object.kind === kind && object.metadata.name === name);
  const weights = decision.rollout.weights;
  const versions = written.versions.map((version): VersionObservation => {
    const name = versionObjectName(HANDLER, version.id);
    const deployment = has('Deployment', name);
    const replicas = (deployment?.spec as { replicas?: number } | undefined)?.replicas;
    const kinds = ['PodDisruptionBudget', 'Service', 'ConfigMap'].filter((kind) => has(kind, name));
    const scalers = ['ScaledObject', 'HorizontalPodAutoscaler'].filter((kind) => has(kind, name));
    const refs = (of: readonly string[]) => of.map((kind) => ({ kind, namespace: NAMESPACE, name }));
    return {
      ...version,
      workload: workloadOf(name, deployment && { wanted: replicas ?? version.workload.pods.length }),
      scalerRefs: refs(scalers),
      otherRefs: refs(kinds),
      scalers: scalers.map((kind) => ({
        kind: kind === 'ScaledObject' ? 'keda' : 'hpa',
        bounds: boundsOf(has(kind, name)?.spec),
      })),
    };
  });
  const isReleased = Object.values(weights).some((weight) => weight > 0);
  return {
    ...written,
    versions,
    target: versions.find(({ id }) => id === observed.target?.id),
    route: { ...observed.route, ...(isReleased && routeOf(weights, now)), routes: decision.route.objects },
    isLive: false,
    now,
  };
}

export const stagesOf = ({ versions }: HandlerDecision): Record<string, Stage> =>
  Object.fromEntries(versions.map(({ facts, stage }) => [facts.id, stage]));

/** Objects of one version that are wanted, by kind. */
export function kindsOf({ objects }: HandlerDecision, id: string): string[] {
  return objects.filter(({ metadata }) => metadata.name === versionObjectName(HANDLER, id)).map(({ kind }) => kind);
}

export function conditionOf(
  status: { readonly conditions?: readonly { readonly type: string }[] } | undefined,
  type: string,
): { readonly status: string; readonly reason: string; readonly message: string } | undefined {
  return status?.conditions?.find((one) => one.type === type) as never;
}
