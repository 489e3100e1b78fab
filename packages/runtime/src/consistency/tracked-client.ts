import type { AnyKind, AnyObject, Cache, Client, Cluster, DeepReadonly, ObjectOf, ObjectRef } from '@slipway/kube';
import { appliedFields, type CachedObject, type FieldSet } from '@slipway/kube/apply';
import { parseLabelSelector } from '@slipway/kube/cache';
import type { DeleteOptions, Subresource, WriteOptions, Writer } from '@slipway/kube/client';
import { resourceName, type Stored } from '@slipway/kube/kinds';
import { currentRun } from '../controller/index.ts';
import type { Overlay } from './overlay.ts';
import type { WriteGate } from './write-gate.ts';

/** Reads of a kind for one controller: the cache with the controller's own writes laid over it. */
export interface CacheView<Obj extends AnyObject> {
  get(ref: ObjectRef): Stored<DeepReadonly<Obj>> | undefined;
  list(options?: { readonly namespace?: string; readonly labelSelector?: string }): Stored<DeepReadonly<Obj>>[];
  /** By an index that this controller declared where it watches the kind, or a built-in one: `namespace`, `ownerUid`. */
  byIndex(name: string, value: string, options?: { readonly namespace?: string }): Stored<DeepReadonly<Obj>>[];
  /** Children of an owner, by its uid. */
  ownedBy(uid: string): Stored<DeepReadonly<Obj>>[];
}

export interface TrackedAccess {
  readonly client: Client;
  cache<K extends AnyKind>(kind: K, namespace?: string): CacheView<ObjectOf<K>>;
  /** What an applier compares with: an own write before the cache. */
  readonly cached: (kind: AnyKind, ref: ObjectRef) => CachedObject | undefined;
}

export interface TrackedAccessOptions {
  readonly cluster: Cluster;
  /** Makes each request: where a lease too old is noticed, and failed connections are counted. */
  readonly writer: Writer;
  readonly overlay: Overlay;
  readonly gate: WriteGate;
  /** The controller's own cache of a kind with an index of that name: names of indexes are each consumer's own. */
  readonly indexed?: (kind: AnyKind, name: string) => Cache<AnyObject> | undefined;
}

/**
 * A client whose writes are remembered for the key in work and whose reads see them.
 */
export function trackedAccess(options: TrackedAccessOptions): TrackedAccess {
  const { cluster, writer, overlay, gate, indexed = () => undefined } = options;
  const wrote = <Obj extends AnyObject>(
    kind: AnyKind,
    object: Stored<Obj>,
    options?: { dryRun?: boolean },
  ): Stored<Obj> => {
    const { namespace, resourceVersion } = object.metadata;
    const cache = cluster.findCache(kind, namespace);
    // Where nothing of this process watches, nothing lags behind; a dry run writes nothing.
    if (!cache || !resourceVersion || options?.dryRun) return object;
    if (cache.seenAtLeast(resourceVersion, namespace) !== false) return object;
    overlay.wrote(kind, object);
    const run = currentRun();
    if (run) gate.record(run.key, { cache, resource: resourceName(kind), namespace, resourceVersion });
    return object;
  };

  const view = <K extends AnyKind>(kind: K, namespace: string | undefined): CacheView<ObjectOf<K>> => {
    const cache: Cache<ObjectOf<K>> = requireCache(cluster, kind, namespace);
    const byIndex: CacheView<ObjectOf<K>>['byIndex'] = (name, value, scope = {}) => {
      const found = (indexed(kind, name) ?? cache) as typeof cache;
      return overlay.list(kind, found.byIndex(name, value, scope), found, (object) => {
        const isInScope = scope.namespace === undefined || object.metadata?.namespace === scope.namespace;
        return isInScope && found.indexValues(name, object).includes(value);
      });
    };
    return {
      get: (ref) => overlay.get(kind, ref, cache.get(ref), cache),
      list: (options = {}) => {
        const isSelected = options.labelSelector ? parseLabelSelector(options.labelSelector) : () => true;
        return overlay.list(kind, cache.list(options), cache, ({ metadata }) => {
          const isInScope = options.namespace === undefined || metadata?.namespace === options.namespace;
          return isInScope && isSelected(metadata?.labels ?? {});
        });
      },
      byIndex,
      // What is owned from within a namespace lives there: others need not have synced.
      ownedBy: (uid) => byIndex('ownerUid', uid, namespace === undefined ? {} : { namespace }),
    };
  };

  const client: Client = {
    live: cluster.client.live,
    get: (kind, ref) => view(kind, ref.namespace).get(ref),
    list: (kind, options) => view(kind, options?.namespace).list(options as { namespace?: string }),
    create: async (kind, object, options) => wrote(kind, await writer.create(kind, object, options), options),
    update: async (kind, object, options) => wrote(kind, await writer.update(kind, object, options), options),
    patch: async (kind, ref, patch, options) => wrote(kind, await writer.patch(kind, ref, patch, options), options),
    apply: async (kind, object, options) => wrote(kind, await writer.apply(kind, object, options), options),
    deleteMany: (kind, options) => writer.deleteMany(kind, options),
    async delete<K extends AnyKind>(kind: K, ref: ObjectRef, options?: DeleteOptions) {
      const cache = cluster.findCache(kind, ref.namespace);
      const isSynced = cache?.stateIn(ref.namespace ?? '').synced === true;
      const shown = isSynced ? overlay.get(kind, ref, cache.get(ref), cache) : undefined;
      const ending: Stored<ObjectOf<K>> | undefined = await writer.delete(kind, ref, options);
      if (ending !== undefined) return wrote<ObjectOf<K>>(kind, ending, options);
      const uid = options?.uid ?? shown?.metadata?.uid;
      if (isSynced && uid && !options?.dryRun) overlay.deleted(kind, ref, uid, cache.get(ref));
      return undefined;
    },
    subresource<Body>(kind: AnyKind, ref: ObjectRef, name: string): Subresource<Body> {
      const plain = writer.subresource<Body>(kind, ref, name);
      // Of the subresources only the status is answered with the object itself.
      if (name !== 'status') return plain;
      const noted = (body: Body, options?: WriteOptions): Body =>
        wrote<AnyObject>(kind, body as Stored<AnyObject>, options) as Body;
      return {
        get: (options) => plain.get(options),
        create: async (body, options) => noted(await plain.create(body, options), options),
        update: async (body, options) => noted(await plain.update(body, options), options),
        patch: async (patch, options) => noted(await plain.patch(patch, options), options),
      };
    },
  };

  return {
    client,
    cache: (kind, namespace) => view(kind, namespace),
    cached(kind, ref) {
      const seen = cluster.cached(kind, ref);
      const cache = cluster.findCache(kind, ref.namespace);
      if (!seen || !cache) return seen;
      const object = overlay.get(kind, ref, seen.object, cache);
      if (object === seen.object) return seen;
      return {
        object,
        complete: seen.complete,
        ownedFields: (manager, subresource): FieldSet | undefined =>
          object && appliedFields(object, manager, subresource),
      };
    },
  };
}

function requireCache<K extends AnyKind>(cluster: Cluster, kind: K, namespace: string | undefined): Cache<ObjectOf<K>> {
  const cache = cluster.findCache(kind, namespace);
  // The handle's own read has the words for it.
  if (!cache) cluster.client.list(kind, { namespace });
  return cache as Cache<ObjectOf<K>>;
}
