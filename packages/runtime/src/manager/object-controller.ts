import type { AnyKind, AnyObject, Clock, DeepReadonly, Logger, ObjectOf } from '@slipway/kube';
import { refOf } from '@slipway/kube/client';
import type { Stored } from '@slipway/kube/kinds';
import { Controller, type ControllerObserver, type Result, type Run } from '../controller/index.ts';
import {
  addFinalizerPatch,
  changeFinalizer,
  finalizerAccess,
  finalizerStep,
  removeFinalizerPatch,
} from '../finalizer/index.ts';
import { type ObjectKey, startSources } from '../source/index.ts';
import { type Condition, statusOf } from '../status/index.ts';
import { Attachment, type AttachmentOptions, fieldManagerOf, type ManagedCluster } from './attachment.ts';
import { ownsEntries, setBy } from './condition-owners.ts';
import type { ReconcileContext } from './context.ts';
import type { Declaration, ReconcileFunction } from './declaration.ts';
import { failureCondition } from './failure.ts';
import type { FailureType } from './failure-report.ts';
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

  constructor(options: ObjectControllerOptions<K>) {
    const { declaration, mayStart, observer, clock, logger } = options;
    const {
      elected: _elected,
      reportFailures: _reportFailures,
      fieldManager: _manager,
      ...limits
    } = declaration.settings;
    this.declaration = declaration;
    this.settings = declaration.settings;
    this.#options = options;
    this.controller = new Controller<ObjectKey>({
      name: declaration.name,
      reconcile: (key, run) => this.#reconcile(key, run),
      gate: (key) => this.#attached.get(key.cluster)?.obstacle(key),
      mayStart,
      observer,
      onFailure: (key, error) => this.#recordFailure(key, error),
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
    this.controller.drop((key) => key.cluster === cluster);
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

  /** On the object that failed, where people look first. */
  #recordFailure(key: ObjectKey, error: Error): void {
    const attachment = this.#attached.get(key.cluster);
    const failed = failureCondition(error, 'Ready');
    if (!attachment?.failures || !failed) return;
    const object = this.#read(attachment, key);
    const { reason, message: note } = failed;
    const event = { type: 'Warning', reason, action: 'Reconcile', note } as const;
    if (object) attachment.events.record(this.declaration.kind, object, event);
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

  #read(
    { primary, overlay }: Attachment<K>,
    { namespace, name }: ObjectKey,
  ): Stored<DeepReadonly<ObjectOf<K>>> | undefined {
    const ref = { namespace: namespace || undefined, name };
    return overlay.get(this.declaration.kind, ref, primary.get(ref), primary);
  }

  /** Runs the user's function, then writes its status. */
  async #perform(
    work: ReconcileFunction<K>,
    attachment: Attachment<K>,
    key: ObjectKey,
    object: Stored<DeepReadonly<ObjectOf<K>>> | undefined,
    run: Run,
    failureType: FailureType = 'Ready',
  ): Promise<Result | undefined | void> {
    const { failures, applier } = attachment;
    const status = this.#statusWriter(attachment, object);
    try {
      const result = await work(this.#context(attachment, key, object, run, status));
      if (object) await status.write(applier, run.signal);
      // What is cleaned up goes as a whole, with all that was reported of it.
      if (object && (result || failureType === 'Ready')) await failures?.takeBack(object, run.signal);
      return result;
    } catch (error) {
      run.failed();
      if (object && !run.signal.aborted) {
        const context = this.#context(attachment, key, object, run, status);
        const during = failureType === 'Ready' ? 'reconcile' : 'cleanup';
        // Best effort: the failure goes to the queue whatever becomes of the report.
        await this.declaration.failed?.(context, error, during).catch(() => undefined);
        await failures?.tell(object, error, failureType, run.signal);
      }
      throw error;
    }
  }

  /** Starts from what this controller has set so far, not from what others have, and not from its own reports. */
  #statusWriter({ access, applier, failures }: Attachment<K>, object: Stored<DeepReadonly<ObjectOf<K>>> | undefined) {
    const { kind } = this.declaration;
    const now = (): Date => new Date(this.#options.clock.wall());
    const fields = object && access.cached(kind, refOf(object))?.ownedFields(`${applier.manager}-status`, 'status');
    const { conditions = [] } = (object as { status?: { conditions?: Condition[] } } | undefined)?.status ?? {};
    const reports = object ? (failures?.reported(object) ?? []) : [];
    const own = ownsEntries(fields)
      ? setBy(fields, conditions)
      : conditions.filter(({ type }) => !reports.some((report) => report.type === type));
    return new StatusWriter({ kind, object: object ?? {}, own, now });
  }

  #context(
    { access, applier, events, managed }: Attachment<K>,
    key: ObjectKey,
    object: Stored<DeepReadonly<ObjectOf<K>>> | undefined,
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
      statusOf: (of, read) =>
        statusOf({ client: access.client, fieldManager: fieldManagerOf(this.declaration), signal }, of, read),
      log: withFields(logger, { controller: name, key, reconcileID }),
      event: (event, on = object && { kind, object }) => on && events.record(on.kind, on.object, event),
      async apply(child, intent, { owner, ...call } = {}) {
        const owned = owner === false || !object ? {} : { owner: { kind, object: object as AnyObject } };
        return (await applier.apply(child, intent, { ...call, ...owned, signal })).object;
      },
    };
  }
}
