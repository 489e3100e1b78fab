import type { Clock } from '@slipway/apimachinery/clock';
import { keyOf, type ObjectRef } from '@slipway/apimachinery/references';
import { KubeError } from '../errors.ts';
import { type AnyKind, type AnyObject, type DeepReadonly, resourceName, type Stored } from '../kinds/index.ts';
import type { ReflectorState } from '../watch/index.ts';
import { BUILT_IN_INDEXES, byNamespace } from './built-in-indexes.ts';
import {
  type Cache,
  type CacheCounters,
  type CacheIndexOptions,
  type CacheListOptions,
  type CacheSubscription,
  type CacheSyncOptions,
  notSynced,
  outOfScope,
} from './cache.ts';
import type { IndexFunction } from './content.ts';
import type { CacheEventHandler } from './event.ts';
import { parseLabelSelector } from './label-selector.ts';
import type { Mirror } from './mirror.ts';
import type { ForeignFields, OwnedFieldSets, OwnedFields } from './owned-fields.ts';
import { totalCounters, totalState } from './totals.ts';

export interface JoinedViewOptions<Obj extends AnyObject> {
  readonly kind: AnyKind;
  readonly cluster: string;
  readonly clock: Clock;
  /** By namespace; the empty string stands for all namespaces and for kinds that have none. */
  readonly mirrors: ReadonlyMap<string, Mirror<Obj>>;
  readonly indexes: Readonly<Record<string, IndexFunction<Obj>>>;
  readonly ownedFields: OwnedFieldSets;
  readonly onRelease: () => Promise<void>;
}

const SYNC_TIMEOUT_MS = 120_000;

/** One consumer's view of the mirrors that its scope needs: one, or one per namespace (R-46). */
export class JoinedView<Obj extends AnyObject> implements Cache<Obj> {
  readonly #clock: Clock;
  readonly #ownedFields: OwnedFieldSets;
  readonly #what: string;
  /** By namespace. Let go of at the release, so that a view that is still held keeps no objects alive. */
  #mirrors: ReadonlyMap<string, Mirror<Obj>>;
  #onRelease: () => Promise<void>;
  readonly #indexes = new Map<string, IndexFunction<Obj>>(BUILT_IN_INDEXES);
  /** What ends with the release. */
  readonly #endings = new Set<() => void>();
  #released: Promise<void> | undefined;

  constructor({ kind, cluster, clock, mirrors, indexes, ownedFields, onRelease }: JoinedViewOptions<Obj>) {
    this.#clock = clock;
    this.#ownedFields = ownedFields;
    this.#what = `${resourceName(kind)} in cluster ${cluster}`;
    this.#mirrors = mirrors;
    this.#onRelease = onRelease;
    for (const [name, index] of Object.entries(indexes)) this.addIndex(name, index);
  }

  get state(): ReflectorState {
    const state = totalState(this.#all);
    return { ...state, synced: this.#released === undefined && state.synced };
  }

  stateIn(namespace: string): ReflectorState {
    return this.#mirrorFor(namespace).reflector.state;
  }

  get counters(): CacheCounters {
    return totalCounters(this.#all);
  }

  get(name: ObjectRef): Stored<DeepReadonly<Obj>> | undefined {
    const { store } = this.#synced(this.#mirrorFor(name.namespace));
    return store.objects.get(keyOf(name));
  }

  list({ namespace, labelSelector }: CacheListOptions = {}): Stored<DeepReadonly<Obj>>[] {
    const objects = namespace === undefined ? this.#everything() : this.#inNamespace(namespace);
    if (labelSelector === undefined) return objects;
    const matches = parseLabelSelector(labelSelector);
    return objects.filter(({ metadata }) => matches(metadata.labels));
  }

  byIndex(name: string, value: string, { namespace }: CacheIndexOptions = {}): Stored<DeepReadonly<Obj>>[] {
    const index = this.#indexes.get(name);
    this.#assertHeld();
    if (index === undefined) throw outOfScope(this.#what, `an index named ${name}`);
    const mirrors = namespace === undefined ? this.#all : [this.#mirrorFor(namespace)];
    const found = mirrors.flatMap((mirror) => [...this.#synced(mirror).store.byIndex(index, value)]);
    return namespace === undefined ? found : found.filter(({ metadata }) => metadata.namespace === namespace);
  }

  hasIndex(name: string): boolean {
    return this.#indexes.has(name);
  }

  indexValues(name: string, object: DeepReadonly<Obj>): readonly string[] {
    return this.#indexes.get(name)?.(object) ?? [];
  }

  addIndex(name: string, index: IndexFunction<Obj>): void {
    this.#indexes.set(name, index);
    const ends = this.#all.map(({ store }) => store.addIndex(index));
    this.#untilRelease(() => ends.forEach((end) => end()));
  }

  onEvent(handler: CacheEventHandler<Obj>): CacheSubscription {
    const parts = this.#all.map((mirror) => mirror.store.subscribe(handler, mirror.slices()));
    const close = (): void => parts.forEach((part) => part.close());
    const forget = this.#untilRelease(close);
    return { replayed: Promise.all(parts.map((part) => part.replayed)).then(() => {}), close: forget };
  }

  onProgress(listener: () => void): () => void {
    const ends = this.#all.map(({ store }) => store.onProgress(listener));
    return this.#untilRelease(() => ends.forEach((end) => end()));
  }

  onStateChange(listener: () => void): () => void {
    const ends = this.#all.map((mirror) => mirror.onStateChange(listener));
    return this.#untilRelease(() => ends.forEach((end) => end()));
  }

  async waitForSync({ signal, timeoutMs = SYNC_TIMEOUT_MS }: CacheSyncOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    this.#assertHeld();
    if (this.state.synced) return;
    await new Promise<void>((resolve, reject) => {
      const ends = this.#all.map((mirror) => mirror.onStateChange(() => this.state.synced && settle(() => resolve())));
      const timer = this.#clock.timer(timeoutMs, () => settle(() => reject(this.#syncTimeout(timeoutMs))));
      const onAbort = (): void => settle(() => reject(signal?.reason));
      signal?.addEventListener('abort', onAbort, { once: true });
      const forget = this.#untilRelease(() => settle(() => reject(notSynced(this.#what, 'it was released'))));
      const settle = (finish: () => void): void => {
        ends.forEach((end) => end());
        timer.cancel();
        signal?.removeEventListener('abort', onAbort);
        // Before it would be called by itself: only the first settles the promise.
        finish();
        forget();
      };
    });
  }

  covers(namespace: string | undefined): boolean {
    return this.#mirrors.has('') || (namespace !== undefined && this.#mirrors.has(namespace));
  }

  seenAtLeast(resourceVersion: string, namespace?: string): boolean | undefined {
    return this.#mirrorFor(namespace).store.seenAtLeast(resourceVersion);
  }

  ownedFields(object: DeepReadonly<AnyObject>, manager: string, subresource?: string): OwnedFields | undefined {
    return this.#ownedFields.get(object, manager, subresource);
  }

  foreignFields(object: DeepReadonly<AnyObject>): readonly ForeignFields[] {
    return this.#ownedFields.foreign(object);
  }

  release(): Promise<void> {
    this.#released ??= this.#release();
    return this.#released;
  }

  async #release(): Promise<void> {
    for (const end of this.#endings) end();
    const release = this.#onRelease;
    this.#onRelease = async () => {};
    this.#mirrors = new Map();
    await release();
  }

  /** Runs `end` once: when the returned function is called, or at the release. */
  #untilRelease(end: () => void): () => void {
    const once = (): void => {
      if (this.#endings.delete(once)) end();
    };
    this.#endings.add(once);
    return once;
  }

  #everything(): Stored<DeepReadonly<Obj>>[] {
    this.#assertHeld();
    return this.#all.flatMap((mirror) => [...this.#synced(mirror).store.objects.values()]);
  }

  #inNamespace(namespace: string): Stored<DeepReadonly<Obj>>[] {
    const { store, collection } = this.#synced(this.#mirrorFor(namespace));
    return collection.namespace === namespace
      ? [...store.objects.values()]
      : [...store.byIndex(byNamespace, namespace)];
  }

  #mirrorFor(namespace: string | undefined): Mirror<Obj> {
    this.#assertHeld();
    const mirror = this.#mirrors.get('') ?? this.#mirrors.get(namespace ?? '');
    if (mirror === undefined)
      throw outOfScope(this.#what, namespace ? `namespace ${namespace}` : 'objects without a namespace');
    return mirror;
  }

  /** Readable from the swap of the first sync on: handlers of its events may read too. */
  #synced(mirror: Mirror<Obj>): Mirror<Obj> {
    if (!mirror.store.isFilled) throw notSynced(this.#what, mirror.reflector.state.blocker);
    return mirror;
  }

  get #all(): Mirror<Obj>[] {
    return [...this.#mirrors.values()];
  }

  #assertHeld(): void {
    if (this.#released !== undefined) throw notSynced(this.#what, 'it was released');
  }

  #syncTimeout(timeoutMs: number): KubeError {
    const { blocker } = this.state;
    return new KubeError(
      'CACHE_SYNC_TIMEOUT',
      `The cache of ${this.#what} has not synced within ${timeoutMs} ms; ${
        blocker === undefined ? 'the server has not completed an answer' : `the last failure was: ${blocker}`
      }. Check that the kind is installed and may be listed and watched.`,
    );
  }
}
