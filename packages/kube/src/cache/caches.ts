import { realClock } from '@slipway/apimachinery/clock';
import {
  type AnyKind,
  type AnyObject,
  type MetadataObject,
  type ObjectOf,
  resourceName,
  resourcePath,
} from '../kinds/index.ts';
import { silentLogger } from '../log/index.ts';
import { type ReflectorState, WATCH_TIMING, WatchListMemory } from '../watch/index.ts';
import { type Cache, type CacheCounters, notSynced } from './cache.ts';
import { type Inconsistency, reportInconsistency } from './consistency.ts';
import { type HeldView, HeldViews } from './held-views.ts';
import { JoinedView } from './joined-view.ts';
import { Mirror, type MirrorSurroundings } from './mirror.ts';
import type { CacheOptions, CachesOptions } from './options.ts';
import { OwnedFieldSets } from './owned-fields.ts';
import { totalCounters, totalState } from './totals.ts';

/** A resource as metrics see it. */
export interface CacheStats {
  readonly resource: string;
  readonly state: ReflectorState;
  readonly counters: CacheCounters;
}

interface Shared {
  readonly id: string;
  readonly mirror: Mirror<AnyObject>;
  consumers: number;
}

/**
 * The caches of one cluster. Consumers that ask for the same objects share one reflector and one store: the
 * first starts them, the last ends them.
 */
export class Caches {
  readonly #surroundings: MirrorSurroundings;
  readonly #freeze: boolean;
  readonly #ownedFields = new OwnedFieldSets();
  readonly #shared = new Map<string, Shared>();
  readonly #held = new HeldViews();
  readonly #transformIds = new WeakMap<object, number>();
  #transforms = 0;
  #isClosed = false;

  constructor(options: CachesOptions) {
    const {
      transport,
      clock = realClock,
      random = Math.random,
      logger = silentLogger,
      resyncMs = 36_000_000,
    } = options;
    const timing = { ...WATCH_TIMING, ...options.timing };
    const checkConsistency = options.checkConsistency ?? process.env['SLIPWAY_CONSISTENCY_CHECK'] === '1';
    const report = options.onInconsistency ?? ((found: Inconsistency): void => reportInconsistency(found, logger));
    this.#freeze = options.freeze ?? process.env['NODE_ENV'] !== 'production';
    this.#surroundings = {
      transport,
      cluster: options.cluster ?? transport.url,
      clock,
      random,
      logger,
      timing,
      watchLists: new WatchListMemory(clock, timing.watchListRetryMs),
      resyncMs,
      onInconsistency: checkConsistency ? report : undefined,
    };
  }

  /** Keeps what `manager` owns beside each object. To be called before the caches are acquired. */
  registerFieldManager(manager: string): void {
    this.#ownedFields.register(manager);
  }

  /** The cache of a kind, to be given back with `release`. It syncs in the background: see `waitForSync`. */
  acquire(
    kind: AnyKind,
    options: CacheOptions<MetadataObject> & { readonly metadataOnly: true },
  ): Cache<MetadataObject>;
  acquire<K extends AnyKind>(kind: K, options?: CacheOptions<ObjectOf<K>>): Cache<ObjectOf<K>>;
  acquire(kind: AnyKind, options: unknown = {}): unknown {
    return this.#acquire(kind, options as CacheOptions);
  }

  /** An acquired cache, with the kind's objects of a namespace; one without selectors goes first. */
  find(kind: AnyKind, namespace: string | undefined): HeldView | undefined {
    return this.#held.find(kind, namespace);
  }

  /** How the mirrors of each resource stand, whatever their scopes, for metrics. */
  stats(): CacheStats[] {
    const mirrors = new Map<string, Mirror<AnyObject>[]>();
    for (const { mirror } of this.#shared.values()) {
      const resource = resourceName(mirror.collection.kind);
      mirrors.set(resource, [...(mirrors.get(resource) ?? []), mirror]);
    }
    return [...mirrors].map(([resource, of]) => ({ resource, state: totalState(of), counters: totalCounters(of) }));
  }

  /** Ends all reflectors, whatever still holds them. No cache can be acquired after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#shared.values()].map(({ mirror }) => mirror.stop()));
    this.#shared.clear();
  }

  #acquire(kind: AnyKind, wanted: CacheOptions): Cache<AnyObject> {
    const { cluster } = this.#surroundings;
    if (this.#isClosed) throw notSynced(`${resourceName(kind)} in cluster ${cluster}`, 'the cluster was closed');
    const namespaces = [...new Set(wanted.namespaces ?? [''])];
    const mirrors = new Map(namespaces.map((namespace) => [namespace, this.#share(kind, namespace, wanted)]));
    let forget = (): void => {};
    const view = new JoinedView<AnyObject>({
      kind,
      cluster,
      clock: this.#surroundings.clock,
      mirrors: new Map([...mirrors].map(([namespace, { mirror }]) => [namespace, mirror])),
      indexes: wanted.indexes ?? {},
      ownedFields: this.#ownedFields,
      onRelease: async () => {
        forget();
        await Promise.all([...mirrors.values()].map((shared) => this.#giveBack(shared)));
      },
    });
    const isWhole = wanted.labelSelector === undefined && wanted.fieldSelector === undefined;
    // An object with its metadata alone is no answer to a question for the object.
    if (!wanted.metadataOnly) forget = this.#held.add(kind, { view, isWhole });
    return view;
  }

  #share(kind: AnyKind, namespace: string, options: CacheOptions): Shared {
    const { labelSelector, fieldSelector, metadataOnly = false, keepManagedFields = false, transform } = options;
    const collection = { kind, namespace: namespace || undefined, labelSelector, fieldSelector, metadataOnly };
    const id = JSON.stringify([
      resourcePath(kind, { namespace }),
      labelSelector ?? '',
      fieldSelector ?? '',
      metadataOnly,
      keepManagedFields,
      transform === undefined ? 0 : this.#idOf(transform),
    ]);
    let shared = this.#shared.get(id);
    if (shared === undefined) {
      const { logger } = this.#surroundings;
      const intake = { kind, metadataOnly, keepManagedFields, transform, logger };
      const own = { ownedFields: this.#ownedFields, freeze: this.#freeze };
      shared = { id, mirror: new Mirror(collection, { ...intake, ...own }, this.#surroundings), consumers: 0 };
      this.#shared.set(id, shared);
      shared.mirror.start();
    }
    shared.consumers++;
    return shared;
  }

  async #giveBack(shared: Shared): Promise<void> {
    shared.consumers--;
    if (shared.consumers > 0) return;
    if (this.#shared.get(shared.id) === shared) this.#shared.delete(shared.id);
    await shared.mirror.stop();
  }

  #idOf(transform: object): number {
    const id = this.#transformIds.get(transform) ?? ++this.#transforms;
    this.#transformIds.set(transform, id);
    return id;
  }
}
