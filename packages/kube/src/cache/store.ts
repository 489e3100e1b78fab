import { keyOfObject } from '@slipway/apimachinery/references';
import { type AnyObject, type DeepReadonly, reachesResourceVersion, type Stored } from '../kinds/index.ts';
import type { Logger } from '../log/index.ts';
import type { NeedsManagedFields, ReflectorTarget, Replacement, Slices } from '../watch/index.ts';
import { BUILT_IN_INDEXES } from './built-in-indexes.ts';
import { Content, type IndexFunction } from './content.ts';
import { added, type CacheEvent, type CacheEventHandler, deleted, updated } from './event.ts';
import { Subscription } from './subscription.ts';

export interface StoreOptions<Obj> {
  /** What is done to each object on its way in. */
  readonly prepare: (raw: AnyObject) => Stored<DeepReadonly<Obj>>;
  /** @default all are needed */
  readonly needsManagedFields?: NeedsManagedFields | undefined;
  readonly logger: Logger;
}

interface SharedIndex<Obj> {
  readonly valuesOf: IndexFunction<Obj>;
  users: number;
}

/**
 * A mirror of a collection: objects, indexes, and those who want to know of changes.
 *
 * Only what the server sent changes it. Handlers run after the change and cannot disturb it.
 */
export class Store<Obj extends AnyObject> implements ReflectorTarget {
  readonly needsManagedFields: NeedsManagedFields | undefined;
  readonly #prepare: (raw: AnyObject) => Stored<DeepReadonly<Obj>>;
  readonly #log: Logger;
  readonly #indexes = new Map<IndexFunction<Obj>, SharedIndex<Obj>>();
  readonly #subscriptions = new Set<Subscription<Obj>>();
  readonly #progressListeners = new Set<() => void>();
  #content: Content<Obj>;
  /** What a sync collects at present. */
  #next: Content<Obj> | undefined;
  #resourceVersion = '';

  constructor({ prepare, needsManagedFields, logger }: StoreOptions<Obj>) {
    this.needsManagedFields = needsManagedFields;
    this.#prepare = prepare;
    this.#log = logger;
    this.#content = new Content<Obj>([]);
    for (const index of BUILT_IN_INDEXES.values()) this.addIndex(index);
  }

  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /** Whether the content was complete once. */
  get isFilled(): boolean {
    return this.#resourceVersion !== '';
  }

  get objects(): ReadonlyMap<string, Stored<DeepReadonly<Obj>>> {
    return this.#content.objects;
  }

  byIndex(index: IndexFunction<Obj>, value: string): Iterable<Stored<DeepReadonly<Obj>>> {
    return this.#content.byIndex(this.#indexes.get(index)?.valuesOf ?? index, value);
  }

  /** Adds an index over what is there and what comes, and returns how to end that. Equal functions share one. */
  addIndex(index: IndexFunction<Obj>): () => void {
    const shared = this.#indexes.get(index) ?? { valuesOf: this.#guarded(index), users: 0 };
    if (shared.users === 0) {
      this.#indexes.set(index, shared);
      this.#content.addIndex(shared.valuesOf);
      this.#next?.addIndex(shared.valuesOf);
    }
    shared.users++;
    return () => {
      shared.users--;
      if (shared.users > 0) return;
      this.#indexes.delete(index);
      this.#content.removeIndex(shared.valuesOf);
      this.#next?.removeIndex(shared.valuesOf);
    };
  }

  /** One that throws finds nothing. */
  #guarded(index: IndexFunction<Obj>): IndexFunction<Obj> {
    return (object) => {
      try {
        return index(object);
      } catch (error) {
        this.#log.error({ error, key: keyOfObject(object) }, 'an index function of a cache threw');
        return [];
      }
    };
  }

  /** Tells `handler` of what is there and of each change until it is closed. */
  subscribe(handler: CacheEventHandler<Obj>, slices: Slices): { readonly replayed: Promise<void>; close(): void } {
    const subscription = new Subscription(handler, (error) =>
      this.#log.error({ error }, 'an event handler of a cache threw; the cache is unharmed'),
    );
    this.#subscriptions.add(subscription);
    return {
      replayed: subscription.replay(() => this.#content, slices),
      close: () => {
        subscription.close();
        this.#subscriptions.delete(subscription);
      },
    };
  }

  /** Whether everything up to `resourceVersion` is in; `undefined` if the two cannot be compared. */
  seenAtLeast(resourceVersion: string): boolean | undefined {
    return reachesResourceVersion(this.#resourceVersion, resourceVersion);
  }

  /** Calls `listener` each time the resource version has moved. Returns how to end that. */
  onProgress(listener: () => void): () => void {
    this.#progressListeners.add(listener);
    return () => this.#progressListeners.delete(listener);
  }

  apply(type: 'ADDED' | 'MODIFIED' | 'DELETED', raw: AnyObject): void {
    const object = this.#prepare(raw);
    const key = keyOfObject(object);
    const old = this.#content.objects.get(key);
    const changes: CacheEvent<Obj>[] = [];
    if (type === 'DELETED') {
      this.#content.delete(key);
      if (old !== undefined) changes.push(deleted(old, object, false));
    } else {
      this.#content.set(object);
      changes.push(...changesBetween(old, object));
    }
    this.#resourceVersion = raw.metadata?.resourceVersion ?? '';
    for (const event of changes) this.#tell(key, event);
    this.#tellProgress();
  }

  bookmark(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion;
    this.#tellProgress();
  }

  beginReplace(): Replacement {
    const next = new Content([...this.#indexes.values()].map(({ valuesOf }) => valuesOf));
    this.#next = next;
    return {
      set: (raw) => next.set(this.#present(raw) ?? this.#prepare(raw)),
      delete: (raw) => next.delete(keyOfObject(raw)),
      commit: async (resourceVersion, slices) => {
        const changes = await this.#compare(next, slices);
        // The one step in which readers go from the old content to the new.
        this.#content = next;
        this.#resourceVersion = resourceVersion;
        this.#next = undefined;
        // A handler that subscribes from here on gets the new content by its replay.
        const audience = [...this.#subscriptions];
        this.#tellProgress();
        for (const [key, event] of changes) {
          for (const subscription of audience) subscription.deliver(key, event);
          if (slices.isOver) await slices.turn();
        }
      },
    };
  }

  /** Tells all handlers of all objects as updates, in slices. */
  async resync(slices: Slices): Promise<void> {
    for (const key of this.#content.objects.keys()) {
      const object = this.#content.objects.get(key);
      if (object !== undefined) this.#tell(key, updated(object, object, true));
      if (slices.isOver) await slices.turn();
    }
  }

  /** The object itself if it is in already: a relist then costs no memory, and comparing is one step. */
  #present(raw: AnyObject): Stored<DeepReadonly<Obj>> | undefined {
    const present = this.#content.objects.get(keyOfObject(raw))?.metadata;
    const isSame = present?.uid === raw.metadata?.uid && present?.resourceVersion === raw.metadata?.resourceVersion;
    return isSame ? this.#content.objects.get(keyOfObject(raw)) : undefined;
  }

  async #compare(next: Content<Obj>, slices: Slices): Promise<[string, CacheEvent<Obj>][]> {
    const isFirst = !this.isFilled;
    const changes: [string, CacheEvent<Obj>][] = [];
    for (const [key, old] of this.#content.objects) {
      if (!next.objects.has(key)) changes.push([key, deleted(old, old, true)]);
      if (slices.isOver) await slices.turn();
    }
    for (const [key, object] of next.objects) {
      for (const event of changesBetween(this.#content.objects.get(key), object, isFirst)) changes.push([key, event]);
      if (slices.isOver) await slices.turn();
    }
    return changes;
  }

  #tell(key: string, event: CacheEvent<Obj>): void {
    for (const subscription of this.#subscriptions) subscription.deliver(key, event);
  }

  #tellProgress(): void {
    for (const listener of this.#progressListeners) {
      try {
        listener();
      } catch (error) {
        this.#log.error({ error }, 'a progress listener of a cache threw; the cache is unharmed');
      }
    }
  }
}

/** What happened to an object that was `old`, or absent, and is `object` now. */
function changesBetween<Obj extends AnyObject>(
  old: Stored<DeepReadonly<Obj>> | undefined,
  object: Stored<DeepReadonly<Obj>>,
  replay = false,
): CacheEvent<Obj>[] {
  if (old === undefined) return [added(object, replay)];
  if (old.metadata.uid !== object.metadata.uid) return [deleted(old, old, true), added(object, replay)];
  return old.metadata.resourceVersion === object.metadata.resourceVersion ? [] : [updated(old, object)];
}
