/**
 * @module
 * Every state that an app passed through, in the order in which the server had them.
 *
 * Watches of several kinds are not in step with each other, but their objects carry versions of one counter: sorted
 * by it, the changes tell one story.
 */
import { isDeepStrictEqual } from 'node:util';
import type { VersionId } from '@slipway/delivery';
import type { AnyKind, AnyObject, Cache, Cluster, ObjectOf } from '@slipway/kube';
import { compareResourceVersions, Deployment, HorizontalPodAutoscaler, Pod } from '@slipway/kube/kinds';
import { type App, nameOfVersion } from './app.ts';
import { HttpRoute, type HttpRouteObject, ScaledObject, type ScaledObjectObject } from './kinds.ts';
import { type Objects, weightsOf } from './observer.ts';

interface Change {
  readonly kind: string;
  readonly name: string;
  readonly resourceVersion: string;
  /** Undefined: it is gone. */
  readonly object: AnyObject | undefined;
}

export interface VersionSize {
  /** Replicas that are asked for, and that are ready. */
  readonly wanted: number;
  readonly ready: number;
  /** The scaler's bounds, while there is one; the autoscaler that KEDA makes of a ScaledObject is part of it. */
  readonly scaler?: { readonly min: number; readonly max: number };
}

export interface Moment {
  /** What changed last: kind and name. */
  readonly change: string;
  readonly weights: Readonly<Record<VersionId, number>>;
  readonly versions: Readonly<Record<VersionId, VersionSize>>;
}

const KINDS: readonly AnyKind[] = [Deployment, HorizontalPodAutoscaler, ScaledObject, HttpRoute, Pod];

export class History {
  readonly #app: App;
  readonly #changes: Change[] = [];
  readonly #caches: ReadonlyMap<AnyKind, Cache<AnyObject>>;

  static async record(cluster: Cluster, app: App): Promise<History> {
    const caches = KINDS.map((kind) => [kind, cluster.cache(kind, { namespaces: [app.namespace] })] as const);
    const history = new History(app, new Map(caches));
    await Promise.all(caches.map(([, cache]) => cache.waitForSync()));
    return history;
  }

  private constructor(app: App, caches: ReadonlyMap<AnyKind, Cache<AnyObject>>) {
    this.#app = app;
    this.#caches = caches;
    for (const [{ kind }, cache] of caches) {
      cache.onEvent(({ type, object }) => {
        const { name, resourceVersion } = object.metadata ?? {};
        const isGone = type === 'deleted';
        this.#changes.push({ kind, name, resourceVersion, object: isGone ? undefined : (object as AnyObject) });
      });
    }
  }

  /** How many changes were seen so far. */
  get length(): number {
    return this.#changes.length;
  }

  /** The objects as they are now. */
  get objects(): Objects {
    const list = <K extends AnyKind>(kind: K): ObjectOf<K>[] =>
      (this.#caches.get(kind)?.list() ?? []) as unknown as ObjectOf<K>[];
    return {
      deployments: list(Deployment),
      autoscalers: list(HorizontalPodAutoscaler),
      scaledObjects: list(ScaledObject),
      pods: list(Pod),
      route: list(HttpRoute)[0],
    };
  }

  /** The story so far: one moment for each change that matters. With `from`, the state after so many changes comes first. */
  moments(from = 0): Moment[] {
    const known = new Map<string, AnyObject>();
    const moments: Moment[] = [];
    const early = new Set(this.#changes.slice(0, from));
    for (const change of this.#changes.toSorted(byResourceVersion)) {
      const key = `${change.kind} ${change.name}`;
      if (change.object) known.set(key, change.object);
      else known.delete(key);
      const moment = this.#moment(key, known);
      if (early.has(change)) moments.splice(0, 1, moment);
      else if (!isSameState(moments.at(-1), moment)) moments.push(moment);
    }
    return moments;
  }

  #moment(change: string, known: ReadonlyMap<string, AnyObject>): Moment {
    const weights = weightsOf(known.get(`HTTPRoute ${this.#app.name}`) as HttpRouteObject | undefined);
    const versions = Object.keys(this.#app.versions).flatMap((version): [VersionId, VersionSize][] => {
      const name = nameOfVersion(this.#app, version);
      const deployment = known.get(`Deployment ${name}`) as ObjectOf<typeof Deployment> | undefined;
      if (!deployment) return [];
      const { spec, status } = deployment;
      const scaler = scalerOf(name, known);
      const size = { wanted: spec?.replicas ?? 0, ready: status?.readyReplicas ?? 0 };
      return [[version, { ...size, ...(scaler && { scaler }) }]];
    });
    return {
      change,
      weights: Object.fromEntries(
        Object.keys(this.#app.versions).map((version) => [version, weights[nameOfVersion(this.#app, version)] ?? 0]),
      ),
      versions: Object.fromEntries(versions),
    };
  }
}

function scalerOf(name: string, known: ReadonlyMap<string, AnyObject>): VersionSize['scaler'] {
  const scaledObject = known.get(`ScaledObject ${name}`) as ScaledObjectObject | undefined;
  if (scaledObject) {
    const { minReplicaCount: min, maxReplicaCount: max } = scaledObject.spec;
    return { min, max };
  }
  for (const own of [name, `keda-hpa-${name}`]) {
    const { spec } = (known.get(`HorizontalPodAutoscaler ${own}`) ?? {}) as Partial<
      ObjectOf<typeof HorizontalPodAutoscaler>
    >;
    if (spec) return { min: spec.minReplicas ?? 1, max: spec.maxReplicas };
  }
  return undefined;
}

function isSameState(one: Moment | undefined, other: Moment): boolean {
  return isDeepStrictEqual([one?.weights, one?.versions], [other.weights, other.versions]);
}

function byResourceVersion(one: Change, other: Change): number {
  return compareResourceVersions(one.resourceVersion, other.resourceVersion) ?? 0;
}
