/**
 * @module
 * What is seen of an app: its Deployments, scalers, pods and route, read at one moment, as the engine wants it.
 */
import type { Instant, Known } from '@gati-framework/contracts/deployment';
import type { Observation, VersionId } from '@slipway/delivery';
import type { DrainSignal, VersionHealth } from '@slipway/delivery/model';
import type { Client, ObjectOf } from '@slipway/kube';
import { Deployment, HorizontalPodAutoscaler, Pod } from '@slipway/kube/kinds';
import { type App, INSTANCE, nameOfVersion } from './app.ts';
import { HttpRoute, type HttpRouteObject, ScaledObject, type ScaledObjectObject } from './kinds.ts';

export interface Seen {
  readonly observation: Observation;
  /** Versions that a scaler acts on. */
  readonly scaled: ReadonlySet<VersionId>;
}

/** The objects of the app's namespace that matter. */
export interface Objects {
  readonly deployments: readonly ObjectOf<typeof Deployment>[];
  readonly autoscalers: readonly ObjectOf<typeof HorizontalPodAutoscaler>[];
  readonly scaledObjects: readonly ScaledObjectObject[];
  readonly pods: readonly ObjectOf<typeof Pod>[];
  readonly route: HttpRouteObject | undefined;
}

export async function readObjects({ live }: Client, { namespace, name }: App): Promise<Objects> {
  const [deployments, autoscalers, scaledObjects, pods, route] = await Promise.all([
    live.listAll(Deployment, { namespace }),
    live.listAll(HorizontalPodAutoscaler, { namespace }),
    live.listAll(ScaledObject, { namespace }),
    live.listAll(Pod, { namespace }),
    live.get(HttpRoute, { namespace, name }),
  ]);
  return { deployments, autoscalers, scaledObjects, pods, route };
}

/** `drain` says what is known of the traffic that a version still has. */
export function observe(
  app: App,
  objects: Objects,
  at: Instant,
  drain: (version: VersionId) => Known<DrainSignal>,
): Seen {
  const versions = Object.keys(app.versions);
  return {
    scaled: new Set(versions.filter((version) => isScaled(nameOfVersion(app, version), objects))),
    observation: {
      at,
      members: {},
      versions: Object.fromEntries(versions.map((version) => [version, healthOf(app, version, objects, at)])),
      gates: {},
      drain: Object.fromEntries(versions.map((version) => [version, drain(version)])),
      capacity: { unknown: 'nobody asked for it' },
    },
  };
}

/** KEDA acts through an autoscaler of its own, which outlives the ScaledObject by a moment. */
function isScaled(deployment: string, { autoscalers, scaledObjects }: Objects): boolean {
  return [...autoscalers, ...scaledObjects].some(({ spec }) => spec?.scaleTargetRef.name === deployment);
}

function healthOf(app: App, version: VersionId, objects: Objects, at: Instant): Known<VersionHealth> {
  const name = nameOfVersion(app, version);
  const deployment = objects.deployments.find(({ metadata }) => metadata.name === name);
  if (!deployment) return { unknown: `${name} has no Deployment` };
  const { metadata, spec, status } = deployment;
  const scaler = boundsOf(name, objects);
  const trouble = troubleOf(name, objects);
  return {
    at,
    value: {
      ready: status?.readyReplicas ?? 0,
      wanted: spec?.replicas ?? 0,
      isCurrent: (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0),
      weight: acceptedWeights(objects.route)?.[name] ?? (isAccepted(objects.route) ? 0 : Number.NaN),
      ...(scaler && { scaler }),
      ...trouble,
    },
  };
}

function boundsOf(name: string, { autoscalers, scaledObjects }: Objects): VersionHealth['scaler'] {
  const scaledObject = scaledObjects.find(({ metadata }) => metadata?.name === name);
  if (scaledObject) return { min: scaledObject.spec.minReplicaCount, max: scaledObject.spec.maxReplicaCount };
  const { spec } = autoscalers.find(({ metadata }) => metadata.name === name) ?? {};
  return spec && { min: spec.minReplicas ?? 1, max: spec.maxReplicas };
}

/** A container that is started again and again, or whose image is not to be had. */
function troubleOf(name: string, { pods }: Objects): Pick<VersionHealth, 'degraded' | 'crashLoop'> {
  const reasons = pods
    .filter(({ metadata }) => metadata.labels?.[INSTANCE] === name)
    .flatMap(({ status }) => status?.containerStatuses ?? [])
    .map(({ state }) => state?.waiting?.reason);
  if (reasons.includes('CrashLoopBackOff')) return { degraded: 'CrashLoopBackOff', crashLoop: true };
  const image = reasons.find((reason) => reason === 'ErrImagePull' || reason === 'ImagePullBackOff');
  return image === undefined ? {} : { degraded: image };
}

/** Weights by Service. Of a route that no gateway has taken yet nobody knows which weights are in force. */
export function acceptedWeights(route: HttpRouteObject | undefined): Readonly<Record<string, number>> | undefined {
  return isAccepted(route) ? weightsOf(route) : undefined;
}

export function weightsOf(route: HttpRouteObject | undefined): Readonly<Record<string, number>> {
  const backends = route?.spec.rules.flatMap(({ backendRefs }) => backendRefs) ?? [];
  return Object.fromEntries(backends.map(({ name, weight = 1 }) => [name, weight]));
}

/** Without a route there is nothing to wait for: nobody has weight. */
function isAccepted(route: HttpRouteObject | undefined): boolean {
  if (!route) return true;
  const conditions = route.status?.parents?.flatMap((parent) => parent.conditions) ?? [];
  return conditions.some(
    ({ type, status, observedGeneration }) =>
      type === 'Accepted' && status === 'True' && observedGeneration === route.metadata?.generation,
  );
}
