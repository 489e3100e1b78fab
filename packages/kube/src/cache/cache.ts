import type { ObjectRef } from '@slipway/apimachinery/references';
import { KubeError } from '../errors.ts';
import type { AnyObject, DeepReadonly, Stored } from '../kinds/index.ts';
import type { ReflectorCounters, ReflectorState } from '../watch/index.ts';
import type { IndexFunction } from './content.ts';
import type { CacheEventHandler } from './event.ts';
import type { ForeignFields, OwnedFields } from './owned-fields.ts';

export interface CacheListOptions {
  readonly namespace?: string | undefined;
  /** As the API writes it: `app=web,tier in (a,b)`. */
  readonly labelSelector?: string | undefined;
}

export type CacheIndexOptions = Pick<CacheListOptions, 'namespace'>;

export interface CacheSyncOptions {
  readonly signal?: AbortSignal | undefined;
  /** @default 120_000 */
  readonly timeoutMs?: number | undefined;
}

export interface CacheSubscription {
  /** Resolves when the handler has received all objects that were there. */
  readonly replayed: Promise<void>;
  close(): void;
}

/** What has happened to the reflectors of a cache since they started, added up. */
export interface CacheCounters extends Readonly<ReflectorCounters> {
  /** Differences found by the consistency check. */
  readonly inconsistencies: number;
}

/**
 * The objects of a kind as this process has seen them: a mirror of the server, read without a request.
 *
 * **Expected flow**: `caches.acquire(kind)`, `onEvent`, `waitForSync`, then reads; `release` at the end.
 *
 * **Guarantees**: only what the server sent is in it. Before the first sync every read fails with
 * `CACHE_NOT_SYNCED`, outside of the scope with `CACHE_OUT_OF_SCOPE`; neither ever looks like "not found"
 * . Objects are shared and read-only; `mutableCopy` gives one that may be changed.
 *
 * **Assumptions**: index functions and transforms are pure; handlers are short and do not wait.
 *
 * **Caveats**: it lags behind the server. An object that is not in it may have been created a moment ago.
 *
 * **Errors**: the two above, and `CACHE_SYNC_TIMEOUT` from `waitForSync`.
 */
export interface Cache<Obj extends AnyObject> {
  /** For several namespaces: synced if all are, stale if one is, the last event of any; no resource version. */
  readonly state: ReflectorState;
  /** For one namespace of the scope: trouble in another is none of its. */
  stateIn(namespace: string): ReflectorState;
  readonly counters: CacheCounters;
  get(name: ObjectRef): Stored<DeepReadonly<Obj>> | undefined;
  /** Of the whole scope, all of which must have synced, or of one namespace: trouble in another is none of its. */
  list(options?: CacheListOptions): Stored<DeepReadonly<Obj>>[];
  /**
   * The objects for which the index function returns `value`, of the whole scope or of one namespace, as in `list`.
   * Built in: `namespace` and `ownerUid`.
   */
  byIndex(name: string, value: string, options?: CacheIndexOptions): Stored<DeepReadonly<Obj>>[];
  /** Whether this consumer has an index of that name. */
  hasIndex(name: string): boolean;
  /** Under which values an index has, or would have, an object. */
  indexValues(name: string, object: DeepReadonly<Obj>): readonly string[];
  /** Adds an index, over what is there too. The name is this consumer's own. */
  addIndex(name: string, index: IndexFunction<Obj>): void;
  /** Tells `handler` first of what is there, from before this returns, then of each change. */
  onEvent(handler: CacheEventHandler<Obj>): CacheSubscription;
  waitForSync(options?: CacheSyncOptions): Promise<void>;
  /** Calls `listener` each time the state's `synced`, `stale`, `absent`, `forbidden` or `blocker` has changed. Returns how to end that. */
  onStateChange(listener: () => void): () => void;
  /** Whether objects of this namespace are in the scope. */
  covers(namespace: string | undefined): boolean;
  /**
   * Whether all changes up to `resourceVersion` are in, for objects of `namespace`; `undefined` if the
   * server's versions cannot be compared.
   */
  seenAtLeast(resourceVersion: string, namespace?: string): boolean | undefined;
  /** Calls `listener` each time more has been seen. Returns how to end that. */
  onProgress(listener: () => void): () => void;
  /** The fields of a registered manager in an object of this cache, as `fieldsV1`. */
  ownedFields(object: DeepReadonly<AnyObject>, manager: string, subresource?: string): OwnedFields | undefined;
  /** What managers of others have set in the pod template of an object that a registered manager applied. */
  foreignFields(object: DeepReadonly<AnyObject>): readonly ForeignFields[];
  /** Gives the cache back. The last consumer's release ends its reflectors and waits for their end. */
  release(): Promise<void>;
}

export function notSynced(what: string, blocker: string | undefined): KubeError {
  const why = blocker === undefined ? 'its first sync is under way' : `the last failure was: ${blocker}`;
  return new KubeError(
    'CACHE_NOT_SYNCED',
    `The cache of ${what} has not synced; ${why}. Wait with waitForSync before reading.`,
  );
}

export function outOfScope(what: string, wanted: string): KubeError {
  return new KubeError(
    'CACHE_OUT_OF_SCOPE',
    `The cache of ${what} does not hold ${wanted}. Widen its scope, or read from the server.`,
  );
}
