import type { CachedObject, FieldSet } from '../apply/index.ts';
import type { Cache, CacheOptions, Caches } from '../cache/index.ts';
import type { ObjectRef } from '../client/index.ts';
import { KubeError } from '../errors.ts';
import { type AnyKind, type AnyObject, type ObjectOf, resourcePath } from '../kinds/index.ts';

interface Held {
  readonly cache: Cache<AnyObject>;
  /** No selector: what is not in it does not exist. */
  readonly isWhole: boolean;
}

/**
 * The caches that consumers of this cluster hold, findable by kind. That is what lets `get` and
 * `list` read a cache without being handed one.
 */
export class HeldCaches {
  readonly #caches: Caches;
  readonly #held = new Map<string, Set<Held>>();

  constructor(caches: Caches) {
    this.#caches = caches;
  }

  acquire<K extends AnyKind>(kind: K, options: CacheOptions<ObjectOf<K>> = {}): Cache<ObjectOf<K>> {
    const cache = this.#caches.acquire(kind, options);
    // An object with its metadata alone is no answer to a question for the object.
    if (options.metadataOnly) return cache;
    const path = resourcePath(kind);
    const held: Held = {
      cache,
      isWhole: options.labelSelector === undefined && options.fieldSelector === undefined,
    };
    const ofKind = this.#held.get(path) ?? new Set();
    this.#held.set(path, ofKind.add(held));
    const release = cache.release.bind(cache);
    cache.release = async () => {
      ofKind.delete(held);
      if (ofKind.size === 0) this.#held.delete(path);
      await release();
    };
    return cache;
  }

  /** The cache that holds the kind's objects of a namespace; one without selectors goes first. */
  find(kind: AnyKind, namespace: string | undefined): Held | undefined {
    const covering = [...(this.#held.get(resourcePath(kind)) ?? [])].filter(({ cache }) => cache.covers(namespace));
    return covering.find(({ isWhole }) => isWhole) ?? covering[0];
  }

  require<K extends AnyKind>(kind: K, namespace: string | undefined): Cache<ObjectOf<K>> {
    const held = this.find(kind, namespace);
    if (held) return held.cache as unknown as Cache<ObjectOf<K>>;
    throw new KubeError(
      'CACHE_OUT_OF_SCOPE',
      `No cache holds ${kind.plural} of ${namespace ? `namespace "${namespace}"` : 'all namespaces'}. Acquire one with ` +
        'cluster.cache(kind), or read from the server with client.live.',
    );
  }

  /** What an applier wants to know of one object (R-106, R-108). */
  readonly lookUp = (kind: AnyKind, ref: ObjectRef): CachedObject | undefined => {
    const held = this.find(kind, ref.namespace);
    if (!held?.cache.state.synced) return undefined;
    const { cache, isWhole } = held;
    const object = cache.get(ref);
    return {
      object,
      complete: isWhole,
      ownedFields: (manager, subresource) =>
        object && (cache.ownedFields(object, manager, subresource) as FieldSet | undefined),
    };
  };
}
