import {
  type AnyKind,
  type AnyObject,
  type Clock,
  type DeepReadonly,
  isKubeError,
  type Logger,
  type ObjectOf,
} from '@slipway/kube';
import { Controller, type ControllerObserver, type Result, type Run } from '../controller/index.ts';
import {
  addFinalizerPatch,
  changeFinalizer,
  finalizerAccess,
  finalizerStep,
  removeFinalizerPatch,
} from '../finalizer/index.ts';
import { type ObjectKey, startSources } from '../source/index.ts';
import { Attachment, type AttachmentOptions, type ManagedCluster } from './attachment.ts';
import type { ReconcileContext } from './context.ts';
import type { Declaration, ReconcileFunction } from './declaration.ts';
import { failureCondition } from './failure.ts';
import { withFields } from './log-fields.ts';
import type { ManagedController } from './managed-controller.ts';
import type { ControllerSettings } from './options.ts';
import { StatusWriter } from './status-writer.ts';

export interface ObjectControllerOptions<K extends AnyKind>
  extends Pick<AttachmentOptions<K>, 'declaration' | 'guard' | 'gateCounters'> {
  readonly mayStart: () => boolean;
  readonly observer: ControllerObserver;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A controller of the objects of one kind, on any number of clusters. */
export class ObjectController<K extends AnyKind> implements ManagedController {
  readonly declaration: Declaration<K>;
  readonly settings: ControllerSettings;
  readonly controller: Controller<ObjectKey>;
  readonly #options: ObjectControllerOptions<K>;
  readonly #attached = new Map<string, Attachment<K>>();
  readonly #stop = new AbortController();
  /** Clusters whose CRD has no place for a failure; said once. */
  readonly #unreportable = new Set<string>();

  constructor(options: ObjectControllerOptions<K>) {
    const { declaration, mayStart, observer, clock, logger } = options;
    const { elected: _elected, reportFailures: _reportFailures, ...limits } = declaration.settings;
    this.declaration = declaration;
    this.settings = declaration.settings;
    this.#options = options;
    this.controller = new Controller<ObjectKey>({
      name: declaration.name,
      reconcile: (key, run) => this.#reconcile(key, run),
      gate: (key) => this.#attached.get(key.cluster)?.obstacle(key),
      mayStart,
      observer,
      clock,
      logger,
      ...limits,
    });
  }

  attach(managed: ManagedCluster): Promise<void> {
    const attachment = new Attachment({ ...this.#options, managed });
    this.#attached.set(managed.cluster.name, attachment);
    attachment.start(this.controller.queue);
    return attachment.synced;
  }

  /** Forgets a cluster: its keys, its caches and what was remembered of it. */
  async detach(cluster: string): Promise<void> {
    const attachment = this.#attached.get(cluster);
    this.#attached.delete(cluster);
    this.controller.queue.drop((key) => key.cluster === cluster);
    await attachment?.stop();
  }

  async startSources(): Promise<void> {
    const { sources } = this.declaration;
    startSources(sources, this.controller.queue, this.#stop.signal);
    await Promise.all(sources.map((source) => source.synced));
  }

  async stopSources(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#attached.keys()].map((cluster) => this.detach(cluster)));
  }

  async #reconcile(key: ObjectKey, run: Run): Promise<Result | undefined | void> {
    const attachment = this.#attached.get(key.cluster);
    // The cluster was removed while the key was on its way.
    if (!attachment) return undefined;
    const { kind, finalizer, reconcile } = this.declaration;
    const object = this.#read(attachment, key);
    const step = finalizer ? finalizerStep(object, finalizer.name) : 'apply';
    if (step === 'apply') return this.#perform(reconcile, attachment, key, object, run);
    if (!object) return undefined;

    const access = finalizerAccess(attachment.access.client, kind, object, run.signal);
    const name = finalizer?.name ?? '';
    if (step === 'add') {
      // And no more: the reconcile is another run, once the cache shows this write.
      const patch = (read: DeepReadonly<AnyObject>) =>
        finalizerStep(read, name) === 'add' ? addFinalizerPatch(read, name) : undefined;
      await changeFinalizer(access, object, patch);
      // Not left to the event of the write: a predicate may hide it, as `generationChanged` does.
      return { requeueAfterMs: 0 };
    } else if (step === 'cleanup' && finalizer) {
      const result = await this.#perform(finalizer.cleanup, attachment, key, object, run, 'Deleting');
      if (result) return result;
      await changeFinalizer(access, object, (read) => removeFinalizerPatch(read, name));
    }
    return undefined;
  }

  #read({ primary, overlay }: Attachment<K>, { namespace, name }: ObjectKey): DeepReadonly<ObjectOf<K>> | undefined {
    const ref = { namespace: namespace || undefined, name };
    return overlay.get(this.declaration.kind, ref, primary.get(ref), primary);
  }

  /** Runs the user's function, then writes its status. */
  async #perform(
    work: ReconcileFunction<K>,
    attachment: Attachment<K>,
    key: ObjectKey,
    object: DeepReadonly<ObjectOf<K>> | undefined,
    run: Run,
    failureType = 'Ready',
  ): Promise<Result | undefined | void> {
    const { kind } = this.declaration;
    const now = (): Date => new Date(this.#options.clock.wall());
    const status = new StatusWriter({ kind, object: object ?? {}, now });
    try {
      const result = await work(this.#context(attachment, key, object, run, status));
      if (object) await status.write(attachment.applier, run.signal);
      return result;
    } catch (error) {
      if (object && !run.signal.aborted) await this.#reportFailure(attachment, object, error, run, failureType);
      throw error;
    }
  }

  #context(
    { access, applier, events, managed }: Attachment<K>,
    key: ObjectKey,
    object: DeepReadonly<ObjectOf<K>> | undefined,
    { signal, reconcileID }: Run,
    status: StatusWriter<never>,
  ): ReconcileContext<K> {
    const { kind, name } = this.declaration;
    const { clock, logger } = this.#options;
    return {
      key,
      object,
      signal,
      reconcileID,
      clock,
      cluster: managed.cluster,
      client: access.client,
      cache: (child) => access.cache(child, key.namespace || undefined),
      status,
      log: withFields(logger, { controller: name, key, reconcileID }),
      event: (event, on = object && { kind, object }) => on && events.record(on.kind, on.object, event),
      async apply(child, intent, { owner, ...call } = {}) {
        const owned = owner === false || !object ? {} : { owner: { kind, object: object as AnyObject } };
        return (await applier.apply(child, intent, { ...call, ...owned, signal })).object;
      },
    };
  }

  /** Best effort: the failure itself goes to the queue whatever becomes of this. */
  async #reportFailure(
    { applier, managed }: Attachment<K>,
    object: DeepReadonly<ObjectOf<K>>,
    error: unknown,
    { signal }: Run,
    type: string,
  ): Promise<void> {
    const condition = failureCondition(error, type);
    const cluster = managed.cluster.name;
    if (!condition || this.settings.reportFailures === false || this.#unreportable.has(cluster)) return;
    const { kind } = this.declaration;
    const status = new StatusWriter({ kind, object, now: () => new Date(this.#options.clock.wall()) });
    // What is there stays: this states a failure, not a status.
    const {
      conditions: _conditions,
      observedGeneration: _generation,
      ...present
    } = (object.status ?? {}) as Record<string, unknown>;
    status.set(present);
    status.condition(condition);
    try {
      await status.write(applier, signal);
    } catch (refusal) {
      if (!isKubeError(refusal, 'KUBE_INVALID', 'KUBE_NOT_FOUND')) return;
      this.#unreportable.add(cluster);
      this.#options.logger.warn(
        { controller: this.declaration.name, cluster, error: refusal },
        'Failures cannot be reported in the status of this kind: give its CRD a status with conditions, or set ' +
          'reportFailures to false.',
      );
    }
  }
}
