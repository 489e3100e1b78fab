import type { AnyKind, AnyObject, Applier, Cache, Clock, Cluster, Logger, ObjectOf } from '@slipway/kube';
import { createWriter } from '@slipway/kube/client';
import { resourceName, resourcePath } from '@slipway/kube/kinds';
import { type Breaker, controllerTransport } from '../clusters/index.ts';
import { Overlay, type TrackedAccess, trackedAccess, WriteGate, type WriteGateOptions } from '../consistency/index.ts';
import type { Obstacle } from '../controller/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { cacheSource, type KeySink, type ObjectKey, objectKey, type Source, startSources } from '../source/index.ts';
import { reportWhileBlocked } from './blocked-cache.ts';
import type { Declaration, WatchOptions } from './declaration.ts';
import { FailureReport } from './failure-report.ts';
import { withFields } from './log-fields.ts';

/** A cluster that a manager works on, with what its controllers share there. */
export interface ManagedCluster {
  readonly cluster: Cluster;
  readonly breaker: Breaker;
  /** Caches whose trouble some controller reports already. */
  readonly reported: Set<string>;
  /** How long its caches may take to sync before that is a failure, in milliseconds. */
  readonly syncTimeoutMs: number;
  recorder(controller: string): EventRecorder;
}

export interface AttachmentOptions<K extends AnyKind> {
  readonly declaration: Declaration<K>;
  readonly managed: ManagedCluster;
  readonly guard: () => void;
  readonly gateCounters: Pick<WriteGateOptions, 'onSkip' | 'onFailOpen'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Who owns what the controller applies. */
export const fieldManagerOf = ({ settings, manager }: Pick<Declaration<AnyKind>, 'settings' | 'manager'>): string =>
  settings.fieldManager ?? manager;

/** One controller on one cluster: its caches, its sources, and how it reads and writes there. */
export class Attachment<K extends AnyKind> {
  readonly managed: ManagedCluster;
  readonly primary: Cache<ObjectOf<K>>;
  readonly access: TrackedAccess;
  readonly applier: Applier;
  readonly overlay = new Overlay();
  readonly events: EventRecorder;
  /** Undefined where failures are not to be reported. */
  readonly failures: FailureReport | undefined;
  /** Resolves when all that existed is in the queue; rejects when a cache did not sync in time. */
  readonly synced: Promise<void>;
  readonly #gate: WriteGate;
  readonly #caches: { readonly kind: AnyKind; readonly cache: Cache<AnyObject> }[] = [];
  readonly #sources: Source<ObjectKey>[] = [];
  readonly #stop = new AbortController();
  readonly #unsubscribe: (() => void)[] = [];
  #isSynced = false;

  constructor(options: AttachmentOptions<K>) {
    const { declaration, managed, guard, clock, logger, gateCounters } = options;
    const { cluster, breaker } = managed;
    this.managed = managed;
    this.events = managed.recorder(declaration.manager);
    this.#gate = new WriteGate({ clock, ...gateCounters });
    const transport = controllerTransport(cluster.transport, { controller: declaration.name, breaker, guard });
    const writer = createWriter(transport);
    const indexed = (kind: AnyKind, name: string): Cache<AnyObject> | undefined =>
      this.#caches.find((own) => resourcePath(own.kind) === resourcePath(kind) && own.cache.hasIndex(name))?.cache;
    this.access = trackedAccess({ cluster, writer, overlay: this.overlay, gate: this.#gate, indexed });
    // Before the caches: they keep the owned fields of managers they know of.
    this.applier = cluster.applier(fieldManagerOf(declaration), {
      writer: this.access.client,
      cached: this.access.cached,
    });
    if (declaration.settings.reportFailures !== false && !declaration.failed) {
      const manager = `${declaration.manager}-report`;
      cluster.registerFieldManager(manager);
      this.failures = new FailureReport({
        kind: declaration.kind,
        manager,
        access: this.access,
        clock,
        logger: withFields(logger, { controller: declaration.name, cluster: cluster.name }),
      });
    }

    this.primary = this.#watch(options, declaration.kind, declaration.primary, (object) => [
      objectKey(cluster.name, object),
    ]);
    for (const { kind, map, options: watch } of declaration.watches) {
      this.#watch(options, kind, watch, map(cluster));
    }
    this.synced = Promise.all(this.#sources.map((source) => source.synced)).then(() => {
      this.#isSynced = true;
    });
    // The waiter gets it; having none is fine.
    this.synced.catch(() => undefined);
  }

  start(sink: KeySink<ObjectKey>): void {
    startSources(this.#sources, sink, this.#stop.signal);
  }

  /** Why a key of this cluster cannot be worked on now. */
  obstacle(key: ObjectKey): Obstacle | undefined {
    const { cluster, breaker } = this.managed;
    if (!this.#isSynced) {
      const over = this.synced.catch(() => new Promise<void>((resolve) => this.#unsubscribe.push(resolve)));
      return { blocker: `the caches of cluster ${cluster.name} have not synced`, over };
    }
    return breaker.obstacle() ?? this.#gate.check(key);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#gate.close();
    for (const end of this.#unsubscribe.splice(0)) end();
    await Promise.all(this.#caches.map(({ cache }) => cache.release()));
  }

  #watch<C extends AnyKind>(
    options: AttachmentOptions<K>,
    kind: C,
    { when, optional = false, ...scope }: WatchOptions<ObjectOf<C>>,
    map: Parameters<typeof cacheSource<ObjectOf<C>, ObjectKey>>[0]['map'],
  ): Cache<ObjectOf<C>> {
    const { managed, clock, logger } = options;
    const cache = managed.cluster.cache(kind, scope);
    this.#caches.push({ kind, cache });
    this.#unsubscribe.push(
      cache.onProgress(() => {
        managed.breaker.alive();
        if (this.overlay.size > 0) this.overlay.settle(kind, cache);
      }),
    );
    this.#reportWhileBlocked(kind, cache, { namespaces: scope.namespaces, optional }, options);
    const { syncTimeoutMs } = managed;
    const source = { cache, map, resource: resourceName(kind), clock, logger, syncTimeoutMs, optional };
    this.#sources.push(cacheSource({ ...source, ...(when && { when }) }));
    return cache;
  }

  /** Controllers share caches, and so the trouble of one: it is reported by the first of them. */
  #reportWhileBlocked(
    kind: AnyKind,
    cache: Cache<AnyObject>,
    scope: { readonly namespaces: readonly string[] | undefined; readonly optional: boolean },
    { managed, clock, logger }: AttachmentOptions<K>,
  ): void {
    const id = `${resourcePath(kind)} ${scope.namespaces?.join() ?? ''} ${scope.optional}`;
    if (managed.reported.has(id)) return;
    managed.reported.add(id);
    const named = withFields(logger, { cluster: managed.cluster.name });
    const end = reportWhileBlocked({ kind, cache, ...scope, clock, logger: named });
    this.#unsubscribe.push(() => {
      managed.reported.delete(id);
      end();
    });
  }
}
