import type {
  ApplyReport,
  DeploymentResource,
  ICustomResourceStore,
  IDeploymentTarget,
  Known,
  PatchOperation,
  Ref,
  ResourceSet,
  TargetStatus,
  WatchCallback,
  WatchHandle,
  WatchOptions,
} from '@gati-framework/contracts/deployment';
import { patched } from '@slipway/apimachinery/json-patch';
import { KubeError } from '@slipway/kube';
import { apiVersionFor, placed } from './kinds.ts';
import { merged } from './merge.ts';
import { ObjectStore } from './object-store.ts';
import { simulateWorkloads } from './simulated-workloads.ts';
import { keyOf, refOf, type Stored } from './stored.ts';

/** Something that was asked of the target. */
export interface FakeRequest extends Ref {
  readonly verb: 'get' | 'list' | 'apply' | 'applyStatus' | 'create' | 'patch' | 'delete';
}

export interface FakeDeploymentTargetOptions {
  /** Milliseconds since 1970. @default 1 January 2030, and it stands still */
  readonly now?: () => number;
  /** Whether the pods of a Deployment are ready; asked again after every write. @default always */
  readonly isReady?: (deployment: DeploymentResource) => boolean;
  /** Called before everything that is asked of the target; what it throws is the answer. */
  readonly before?: (request: FakeRequest) => void;
}

/** What one manager last applied, and which fields others have set by a patch. */
interface Managed {
  readonly body?: unknown;
  readonly status?: unknown;
  readonly shared: ReadonlySet<string>;
}

/**
 * A cluster in memory: deployment target and store of custom resources in one (G-141).
 *
 * **Expected flow.** Apply custom resources, let an operator reconcile, look at `get`, `list` and `writes`.
 *
 * **Guarantees.** As a server: resource versions, generations that follow the spec, finalizers, garbage collection by
 * owner references, apply with removal of what is no longer applied, status by itself. Deployments have pods and
 * Services endpoints as soon as they are written.
 *
 * **Caveats.** No schema is checked and no default is filled in but a Deployment's `replicas`. Nothing scales, and no
 * gateway accepts routes.
 *
 * **Errors.** Those of the real targets: `TARGET_UNKNOWN_KIND`, `APPLY_CONFLICT`, `KUBE_CONFLICT`, `KUBE_NOT_FOUND`.
 */
export class FakeDeploymentTarget implements Required<IDeploymentTarget>, ICustomResourceStore {
  /** Every write that changed something, in order; what the simulation writes is not among them. */
  readonly writes: FakeRequest[] = [];
  readonly #store: ObjectStore;
  readonly #options: FakeDeploymentTargetOptions;
  readonly #now: () => number;
  readonly #managed = new Map<string, Managed>();
  readonly #sets = new Map<string, { readonly revision: string; readonly refs: readonly Ref[] }>();

  constructor(options: FakeDeploymentTargetOptions = {}) {
    this.#options = options;
    this.#now = options.now ?? (() => Date.UTC(2030, 0));
    this.#store = new ObjectStore(this.#now);
  }

  async apply(resource: DeploymentResource): Promise<void> {
    this.#apply(resource);
  }

  async delete(kind: string, namespace: string, name: string, { uid }: { uid?: string } = {}): Promise<void> {
    apiVersionFor(kind, this.#find({ kind, namespace, name })?.apiVersion);
    const ref = { kind, namespace, name };
    this.#ask('delete', ref);
    if (uid !== undefined && this.#find(ref)?.metadata.uid !== uid) return;
    this.#note('delete', ref, this.#store.remove(ref));
  }

  async get(kind: string, namespace: string, name: string): Promise<Stored | null> {
    const ref = { kind, namespace, name };
    this.#ask('get', ref);
    const found = this.#find(ref);
    apiVersionFor(kind, found?.apiVersion);
    return found ? structuredClone(found) : null;
  }

  async list(kind: string, namespace: string, labels?: Record<string, string>): Promise<Stored[]> {
    this.#ask('list', { kind, namespace, name: '' });
    const found = this.#store.list(kind, namespace, labels);
    apiVersionFor(kind, found[0]?.apiVersion);
    return structuredClone(found);
  }

  async watch(
    kind: string,
    namespace: string,
    callback: WatchCallback,
    options: WatchOptions = {},
  ): Promise<WatchHandle> {
    return this.#store.watchers.add(kind, namespace, callback, options, this.#store.list(kind, namespace));
  }

  async applySet({ owner, resources }: ResourceSet): Promise<ApplyReport> {
    const wanted = resources.map(placed);
    const before = this.#sets.get(keyOf(owner)) ?? { revision: '0', refs: [] };
    const results: ApplyReport['results'][number][] = wanted.map((resource) =>
      attempted(refOf(resource), () => this.#apply(resource)),
    );
    const keys = new Set(wanted.map((resource) => keyOf(refOf(resource))));
    const left = before.refs.filter((ref) => !keys.has(keyOf(ref)));
    const isWhole = results.every(({ outcome }) => outcome !== 'failed');
    for (const ref of isWhole ? left.toReversed() : []) {
      const result = attempted(ref, () => this.#removeMember(ref));
      if (result.outcome !== 'unchanged') results.push(result);
    }
    const isChanged = results.some(({ outcome }) => outcome !== 'unchanged');
    const revision = isChanged ? String(Number(before.revision) + 1) : before.revision;
    const isDone = results.every(({ outcome }) => outcome !== 'failed');
    // Until a whole set has taken its place nothing of an earlier one is forgotten, nor what may be half there.
    this.#sets.set(keyOf(owner), { revision, refs: [...(isDone ? [] : left), ...wanted.map(refOf)] });
    return { revision, results };
  }

  async applyStatus(resource: DeploymentResource): Promise<void> {
    const { kind, metadata, status } = placed(resource);
    const ref = { kind, namespace: metadata.namespace, name: metadata.name };
    this.#ask('applyStatus', ref);
    const present = this.#mustFind(ref);
    if (metadata.resourceVersion !== undefined && metadata.resourceVersion !== present.metadata.resourceVersion)
      throw conflict(ref, 'it was written since it was read; read it again');
    const managed = this.#managedOf(ref);
    const next: unknown = merged(present.status ?? {}, managed.status, status ?? {}, () => false);
    this.#managed.set(keyOf(ref), { ...managed, status: structuredClone(status) as unknown });
    this.#note('applyStatus', ref, this.#store.put({ ...present, status: next }));
  }

  async syncStatus(owner: Ref): Promise<Known<TargetStatus>> {
    const set = this.#sets.get(keyOf(owner));
    if (!set) return { unknown: `nothing was applied for ${owner.kind} ${owner.name}` };
    return { value: { revision: set.revision, sync: 'Synced', health: 'Healthy' }, at: this.#now() };
  }

  async create(resource: DeploymentResource): Promise<Stored> {
    const body = bodyOf(placed(resource));
    const ref = refOf(body);
    this.#ask('create', ref);
    if (this.#find(ref)) throw conflict(ref, 'it exists already');
    this.#managed.set(keyOf(ref), { shared: new Set() });
    this.#note('create', ref, this.#store.put(withDefaults(body)));
    return structuredClone(this.#mustFind(ref));
  }

  async patch(ref: Ref, operations: readonly PatchOperation[]): Promise<Stored> {
    this.#ask('patch', ref);
    const present = this.#mustFind(ref);
    let next: DeploymentResource;
    try {
      next = patched<DeploymentResource>(present, operations);
    } catch (error) {
      if (operations.some(({ op }) => op === 'test')) throw conflict(ref, String(error));
      throw new KubeError('KUBE_INVALID', `${describe(ref)}: ${String(error)}`, { cause: error });
    }
    const managed = this.#managedOf(ref);
    const paths = operations.filter(({ op }) => op === 'add' || op === 'replace').map(({ path }) => path);
    this.#managed.set(keyOf(ref), { ...managed, shared: new Set([...managed.shared, ...paths]) });
    this.#note('patch', ref, this.#store.put({ ...next, apiVersion: present.apiVersion }));
    return structuredClone(this.#find(ref) ?? present);
  }

  /** Puts an object there as a person would, past this target: `apply` then refuses to take it over. */
  place(resource: DeploymentResource): void {
    this.#managed.delete(keyOf(refOf(resource)));
    this.#store.put(withDefaults(placed(resource)));
    this.#settle();
  }

  /** Writes a status as another controller would, beside what was applied. */
  setStatus(ref: Ref, status: object): void {
    const present = this.#mustFind(ref);
    this.#store.put({ ...present, status: { ...(present.status as object | undefined), ...status } });
    this.#settle();
  }

  /** Has the simulation look again, after `isReady` began to answer otherwise. */
  refresh(): void {
    this.#settle();
  }

  /** Resolves when every event so far was handed to those who watch. */
  async settled(): Promise<void> {
    await this.#store.watchers.settled();
  }

  #apply(resource: DeploymentResource): 'created' | 'updated' | 'unchanged' {
    const body = bodyOf(placed(resource));
    const ref = refOf(body);
    this.#ask('apply', ref);
    const present = this.#find(ref);
    if (present && !this.#managed.has(keyOf(ref)))
      throw new KubeError('APPLY_CONFLICT', `${describe(ref)} was made by another client: rename one of the two.`);
    const { shared, body: previous, ...managed } = this.#managedOf(ref);
    const next = merged(present ?? {}, previous, body, (path) => shared.has(path)) as Stored;
    this.#managed.set(keyOf(ref), { ...managed, shared, body: structuredClone(body) });
    const isChanged = this.#store.put(withDefaults(next));
    this.#note('apply', ref, isChanged);
    return !present ? 'created' : isChanged ? 'updated' : 'unchanged';
  }

  #removeMember(ref: Ref): 'deleted' | 'unchanged' {
    this.#ask('delete', ref);
    const isGone = this.#store.remove(ref);
    this.#note('delete', ref, isGone);
    return isGone ? 'deleted' : 'unchanged';
  }

  #ask(verb: FakeRequest['verb'], { kind, namespace, name }: Ref): void {
    this.#options.before?.({ verb, kind, namespace, name });
  }

  #note(verb: FakeRequest['verb'], { kind, namespace, name }: Ref, isChanged: boolean): void {
    if (!isChanged) return;
    this.writes.push({ verb, kind, namespace, name });
    this.#settle();
  }

  #settle(): void {
    simulateWorkloads(this.#store, this.#options.isReady ?? (() => true));
  }

  #find(ref: Ref): Stored | undefined {
    return this.#store.find(ref);
  }

  #mustFind(ref: Ref): Stored {
    const found = this.#find(ref);
    if (!found) throw new KubeError('KUBE_NOT_FOUND', `${describe(ref)} does not exist.`, { status: 404 });
    return found;
  }

  #managedOf(ref: Ref): Managed {
    // What was deleted is owned by nobody; one of the same name starts anew.
    return (this.#find(ref) && this.#managed.get(keyOf(ref))) ?? { shared: new Set() };
  }
}

/** What one member is refused keeps no other back. */
function attempted(ref: Ref, work: () => ApplyReport['results'][number]['outcome']): ApplyReport['results'][number] {
  try {
    return { ref, outcome: work() };
  } catch (error) {
    const { code = 'UNKNOWN', message } = error as Error & { code?: string };
    return { ref, outcome: 'failed', error: { code, message } };
  }
}

const describe = ({ kind, namespace, name }: Ref): string => `${kind} ${namespace}/${name}`;

function conflict(ref: Ref, why: string): KubeError {
  return new KubeError('KUBE_CONFLICT', `${describe(ref)} was not written: ${why}.`, { status: 409 });
}

/** What a writer may say: no status, and nothing that only a server writes. */
function bodyOf(resource: DeploymentResource & { apiVersion: string }): DeploymentResource & { apiVersion: string } {
  const { status: _status, metadata, ...content } = resource;
  const { name, namespace, labels, annotations, ownerReferences, finalizers } = metadata;
  return {
    ...content,
    metadata: {
      name,
      namespace,
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(ownerReferences && { ownerReferences }),
      ...(finalizers && { finalizers }),
    },
  };
}

function withDefaults<T extends DeploymentResource>(resource: T): T {
  if (resource.kind !== 'Deployment') return resource;
  return { ...resource, spec: { replicas: 1, ...(resource.spec as object) } };
}
