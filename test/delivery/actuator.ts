/**
 * @module
 * The traffic actuator: what a decision looks like as objects. A pure function; its caller applies the whole
 * as one set.
 *
 * Each version has a Service, a Deployment and at most one scaler of its own; one route has the weights. The route
 * comes first: weights that rise are for replicas that were seen ready, and weights that fall do so before anything is
 * scaled down.
 */
import type { Desired, VersionId } from '@slipway/delivery';
import type { ScaleIntent } from '@slipway/delivery/model';
import { type Manifest, manifestsOf, type Workload } from '@slipway/workloads';
import { type App, nameOfVersion, PORT, type Version, workloadOf } from './app.ts';

export type Wanted = Pick<Desired, 'weights' | 'scale' | 'retire'>;

/** Weights are between Services, so these come before what they lead to; a scaler needs what it scales. */
const ORDER = ['HTTPRoute', 'Service', 'Deployment', 'HorizontalPodAutoscaler', 'ScaledObject'];
const SCALERS = ['HorizontalPodAutoscaler', 'ScaledObject'];
/** Per pod, where a version has no share of a queue: nothing reaches it, and KEDA can still write it in thousandths. */
const OUT_OF_REACH = 1e12;

/**
 * All objects of the app, in the order in which they are to be applied.
 *
 * `scaled`: versions that a scaler was seen to act on. Until it is gone, replicas are its own: the scaler goes first,
 * and what comes next is decided by the next look.
 */
export function objectsFor(app: App, wanted: Wanted, scaled: ReadonlySet<VersionId>): Manifest[] {
  // Before the first release nobody has a share, and the first version is to carry everything.
  const isFirst = Object.values(wanted.weights).every((weight) => weight === 0);
  const ofVersions = Object.entries(wanted.scale)
    .filter(([version]) => !wanted.retire.includes(version))
    .flatMap(([version, intent]) =>
      versionObjects(app, version, isFirst ? { ...intent, share: 1 } : intent, scaled.has(version)),
    );
  return [...routeOf(app, wanted.weights), ...ofVersions].toSorted(
    (one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind),
  );
}

/** Leads to versions with weight alone: one without has no place in it, whether it exists or not. */
function routeOf(app: App, weights: Desired['weights']): Manifest[] {
  const backends = Object.entries(weights)
    .filter(([, weight]) => weight > 0)
    .map(([version, weight]) => ({ service: nameOfVersion(app, version), port: PORT, weight }));
  if (backends.length === 0) return [];
  const { name, namespace } = app;
  return manifestsOf({ name, namespace, route: { gateways: [{ name: 'public' }], rules: [{ backends }] } });
}

function versionObjects(app: App, version: VersionId, intent: ScaleIntent, isScaled: boolean): Manifest[] {
  const described = app.versions[version];
  if (!described) throw new Error(`${app.name} has no version ${version}`);
  const workload = workloadOf(app, version, described);
  const isEnding = intent.withoutScaler === true;
  if (described.scaling === undefined || (isEnding && !isScaled))
    return manifestsOf({ ...workload, replicas: fixedSize(described, intent) });
  const objects = manifestsOf({ ...workload, scaling: scalingOf(described, described.scaling, intent) });
  return isEnding ? objects.filter(({ kind }) => !SCALERS.includes(kind)) : objects;
}

function fixedSize({ replicas = 4 }: Version, { min = 0, withoutScaler, share }: ScaleIntent): number {
  return withoutScaler ? min : Math.max(min, Math.ceil(replicas * share), Math.min(1, replicas));
}

/** Its own minimum follows its weight and is raised to what the rollout needs or holds; its maximum stays. */
function scalingOf(
  { hasSharedQueue = false }: Version,
  scaling: NonNullable<Version['scaling']>,
  { min = 0, share }: ScaleIntent,
): NonNullable<Workload['scaling']> {
  const own = Math.max(Math.ceil(scaling.min * share), Math.min(1, scaling.min));
  const queries = scaling.queries?.map((query) => ({
    ...query,
    target: share > 0 ? query.target / share : OUT_OF_REACH,
  }));
  return {
    ...scaling,
    min: Math.min(Math.max(min, own), scaling.max),
    ...(hasSharedQueue && queries && { queries }),
  };
}
