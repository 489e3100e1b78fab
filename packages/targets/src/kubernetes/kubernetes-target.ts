import type {
  ApplyReport,
  DeploymentResource,
  ICustomResourceStore,
  IDeploymentTarget,
  Known,
  PatchOperation,
  PatchOptions,
  Ref,
  ResourceSet,
  TargetStatus,
  WatchCallback,
  WatchHandle,
  WatchOptions,
} from '@gati-framework/contracts/deployment';
import { selectorText } from '@slipway/apimachinery/selectors';
import {
  type AnyKind,
  type AnyObject,
  type Cache,
  type Cluster,
  type ConnectOptions,
  connect,
  type Logger,
} from '@slipway/kube';
import { codeAndMessage } from '../errors.ts';
import { setIdOf } from '../marks/index.ts';
import { KindFinder, type KindName, toBody, toResource } from '../resources/index.ts';
import { Turns } from '../turns/index.ts';
import { ObjectApplier } from './object-applier.ts';
import { removeObject } from './object-removal.ts';
import { watchCache } from './object-watch.ts';
import { SetApplier } from './set-applier.ts';
import { SetRecords } from './set-records.ts';
import { statusOfSet } from './set-status.ts';

export interface KubernetesTargetOptions {
  /** A handle that is open; its owner closes it. @default one of its own, by `connect` */
  readonly cluster?: Cluster;
  /** How to connect where no handle is given. @default as kubectl would */
  readonly connect?: ConnectOptions;
  /**
   * The field manager of what is applied; status is owned by `<manager>-status`.
   * @default 'slipway'
   *
   * The same in every pod and version of a program: with another name it finds its own objects foreign.
   */
  readonly manager?: string;
  /**
   * An object that exists and that this manager has never applied: left alone (`APPLY_CONFLICT`), or
   * taken over without taking fields from others.
   * @default 'refuse'
   */
  readonly foreignObjects?: 'refuse' | 'adopt';
  /** Kinds known beside the built-in ones, found without asking the cluster. */
  readonly kinds?: readonly AnyKind[];
  /** Kinds beside these that the handle watches and the cluster may lack: looked at where the record of a set is gone. */
  readonly watched?: readonly AnyKind[];
  /**
   * Kinds of which sets have objects and the handle no cache. Where the record of a set is gone and the caches show some
   * of its objects, the others are listed by their mark.
   * @default none, so that such objects are forgotten with the record
   */
  readonly unwatched?: readonly AnyKind[];
  /** The kind of a resource that names none. @default none is guessed */
  readonly kindFor?: (resource: KindName) => string | undefined;
  /** @default the handle's */
  readonly logger?: Logger;
}

/**
 * A cluster as target, and as store of custom resources.
 *
 * **Expected flow.** `open`, then `applySet` with everything an owner wants, each time it changes;
 * `close` at the end.
 *
 * **Guarantees.** The same again writes nothing. A failed read is never taken for absence. Whatever
 * was applied for an owner and is not wanted any more goes, also after a crash; objects of others,
 * CRDs, namespaces and volume claims stay.
 *
 * **Assumptions.** One process at a time works for an owner (leader election sees to it); two are
 * kept apart by the record's version, at the cost of a `KUBE_CONFLICT`.
 *
 * **Caveats.** Fields that a person changes and this manager does not own are not looked at. Where the record of a
 * set was deleted, its objects are found by their mark in what the handle watches, and of kinds that `unwatched` names
 * by a list; those of other kinds without a cache, and those outside of the owner's namespace, are then forgotten unless
 * this process remembers the record.
 *
 * **Errors.** `TARGET_…`, and the `KubeError` of what the API server answered.
 */
export class KubernetesTarget implements IDeploymentTarget, ICustomResourceStore {
  readonly cluster: Cluster;
  readonly kinds: KindFinder;
  readonly #isOwnHandle: boolean;
  readonly #logger: Logger;
  readonly #objects: ObjectApplier;
  readonly #records: SetRecords;
  readonly #sets: SetApplier;
  readonly #turns = new Turns();
  readonly #watches = new Set<WatchHandle>();

  static async open(options: KubernetesTargetOptions = {}): Promise<KubernetesTarget> {
    return new KubernetesTarget(options, options.cluster ?? (await connect(options.connect)));
  }

  private constructor(options: KubernetesTargetOptions, cluster: Cluster) {
    const {
      manager = 'slipway',
      foreignObjects = 'refuse',
      kinds,
      watched = [],
      unwatched = [],
      kindFor,
      logger = cluster.logger,
    } = options;
    this.cluster = cluster;
    this.#isOwnHandle = options.cluster === undefined;
    this.#logger = logger;
    this.kinds = new KindFinder({ discovery: cluster.discovery, ...(kinds && { kinds }), ...(kindFor && { kindFor }) });
    this.#objects = new ObjectApplier(cluster, manager, foreignObjects === 'adopt');
    this.#records = new SetRecords(cluster, manager);
    this.#sets = new SetApplier({
      cluster,
      kinds: this.kinds,
      objects: this.#objects,
      records: this.#records,
      watched,
      unwatched,
    });
  }

  async apply(resource: DeploymentResource): Promise<void> {
    const kind = await this.kinds.find(resource);
    await this.#logged('apply', kind, resource.metadata, () => this.#objects.apply(kind, resource));
  }

  async delete(kindName: string, namespace: string, name: string, options: { uid?: string } = {}): Promise<void> {
    await this.remove({ kind: kindName, namespace, name }, options.uid);
  }

  async get(kindName: string, namespace: string, name: string): Promise<DeploymentResource | null> {
    return this.read({ kind: kindName, namespace, name });
  }

  /** `get` for a kind of a certain group. */
  async read(ref: Ref): Promise<DeploymentResource | null> {
    const kind = await this.kinds.find(ref);
    const object: AnyObject | undefined = await this.cluster.client.live.get(kind, inScope(kind, ref));
    return object ? toResource(object, kind) : null;
  }

  /** `delete` for a kind of a certain group. */
  async remove(ref: Ref, uid?: string): Promise<void> {
    const kind = await this.kinds.find(ref);
    await this.#logged('delete', kind, ref, () => removeObject(this.cluster.client, kind, ref, uid));
  }

  async list(kindName: string, namespace: string, labels: Record<string, string> = {}): Promise<DeploymentResource[]> {
    const kind = await this.kinds.find({ kind: kindName });
    const objects: AnyObject[] = await this.cluster.client.live.listAll(kind, {
      ...(namespace && kind.scope === 'Namespaced' && { namespace }),
      ...selectorOf(labels),
    });
    return objects.map((object) => toResource(object, kind));
  }

  async watch(
    kindName: string,
    namespace: string,
    callback: WatchCallback,
    { signal, labels = {} }: WatchOptions = {},
  ): Promise<WatchHandle> {
    const kind = await this.kinds.find({ kind: kindName });
    const cache: Cache<AnyObject> = this.cluster.cache(kind, {
      ...(namespace && kind.scope === 'Namespaced' && { namespaces: [namespace] }),
      ...selectorOf(labels),
    });
    const onStopped = (): void => void this.#watches.delete(handle);
    const handle: WatchHandle = watchCache(kind, cache, callback, { signal, logger: this.#logger, onStopped });
    this.#watches.add(handle);
    return handle;
  }

  async applySet(set: ResourceSet): Promise<ApplyReport> {
    const report = await this.#turns.run(setIdOf(set.owner), () => this.#sets.apply(set));
    for (const { ref, outcome, error } of report.results) {
      const { kind, namespace, name } = ref;
      const level = outcome === 'failed' ? 'warn' : outcome === 'unchanged' ? 'debug' : 'info';
      const why = error && { code: error.code, message: error.message };
      this.#logger[level]({ verb: 'applySet', kind, namespace, name, result: outcome, ...why }, 'object of a set');
    }
    return report;
  }

  async applyStatus(resource: DeploymentResource): Promise<void> {
    const kind = await this.kinds.find(resource);
    await this.#logged('applyStatus', kind, resource.metadata, () => this.#objects.applyStatus(kind, resource));
  }

  syncStatus(owner: Ref): Promise<Known<TargetStatus>> {
    return statusOfSet(
      owner,
      () => this.#records.read(owner),
      (ref) => this.read(ref),
      this.cluster.clock,
    );
  }

  async create(resource: DeploymentResource): Promise<DeploymentResource> {
    const kind = await this.kinds.find(resource);
    const body = toBody(kind, resource) as AnyObject;
    const created: AnyObject = await this.#logged('create', kind, resource.metadata, () =>
      this.cluster.client.create(kind, body),
    );
    return toResource(created, kind);
  }

  async patch(
    ref: Ref,
    operations: readonly PatchOperation[],
    { subresource }: PatchOptions = {},
  ): Promise<DeploymentResource> {
    const kind = await this.kinds.find(ref);
    const { client } = this.cluster;
    const [at, json] = [inScope(kind, ref), { json: operations }];
    const patched: AnyObject = await this.#logged('patch', kind, ref, () =>
      subresource === undefined
        ? client.patch(kind, at, json)
        : client.subresource<AnyObject>(kind, at, subresource).patch(json),
    );
    return toResource(patched, kind);
  }

  /** Ends all watches, and the handle if it is the target's own. */
  async close(): Promise<void> {
    await Promise.all([...this.#watches].map((watch) => watch.stop()));
    if (this.#isOwnHandle) await this.cluster.close();
  }

  async #logged<T>(
    verb: string,
    { kind }: AnyKind,
    { namespace, name }: { readonly namespace: string; readonly name: string },
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      const result = await work();
      const outcome = typeof result === 'string' ? result : 'done';
      this.#logger[outcome === 'unchanged' ? 'debug' : 'info']({ verb, kind, namespace, name, result: outcome }, verb);
      return result;
    } catch (error) {
      this.#logger.warn({ verb, kind, namespace, name, result: 'failed', ...codeAndMessage(error) }, `${verb} failed`);
      throw error;
    }
  }
}

/** A cluster-scoped object has no namespace, whatever a caller says. */
function inScope(
  kind: AnyKind,
  { namespace, name }: Pick<Ref, 'namespace' | 'name'>,
): { namespace?: string; name: string } {
  return kind.scope === 'Namespaced' ? { namespace, name } : { name };
}

function selectorOf(labels: Readonly<Record<string, string>>): { labelSelector?: string } {
  const labelSelector = selectorText(labels);
  return labelSelector === '' ? {} : { labelSelector };
}
