import { rm } from 'node:fs/promises';
import type {
  ApplyReport,
  DeploymentResource,
  IDeploymentTarget,
  Known,
  Ref,
  ResourceSet,
  TargetStatus,
  WatchCallback,
  WatchHandle,
  WatchOptions,
} from '@gati-framework/contracts/deployment';
import { codeAndMessage, isTargetError, TargetError } from '../errors.ts';
import { marked } from '../marks/index.ts';
import { refKey } from '../resources/index.ts';
import { Turns } from '../turns/index.ts';
import type { Change } from './branch.ts';
import { type ChangeSet, type Owner, partOf, planObject, planOwner, planRemoval, type Tree } from './change-set.ts';
import { judge, type Reach } from './engines/index.ts';
import { makePrivateFolder } from './git-environment.ts';
import { linkedSignal } from './linked-signal.ts';
import { type Observe, statusOfObserved } from './observed-status.ts';
import type { GitOpsTargetOptions } from './options.ts';
import { indexPathOf } from './owner-index.ts';
import { assemble, type Parts } from './parts.ts';
import { type ObjectQuery, selectObjects, TreeObjects } from './tree-objects.ts';
import { TreeWatch } from './tree-watch.ts';

/** What was last committed for an owner. */
interface Committed {
  readonly commit: string;
  /** The owner's part alone: a whole one for every owner would be the square of the branch. */
  readonly tree: Tree;
  /** Read from it, when they are first asked for. */
  manifests?: readonly DeploymentResource[];
}

const NOBODY_SAYS = { unknown: 'Neither an engine nor a cluster is configured that would say how the tree stands.' };

/**
 * A git repository as target: one file per object, one commit per change set.
 *
 * **Expected flow.** `open`, then `applySet` with everything an owner wants, each time it changes;
 * `syncStatus` tells when the engine has brought it to the cluster; `close` at the end.
 *
 * **Guarantees.** The same again makes no commit. Nothing is forced: where another push came first, the
 * change is decided anew on what is there. A file that this target did not write is not touched.
 * No Secret gets into the tree. A crash at any point leaves the branch as it was or with the whole
 * commit, and the repeat makes no second one.
 *
 * **Assumptions.** One process at a time uses a `directory`. Others may write to the branch.
 *
 * **Caveats.** `get`, `list` and `watch` show the tree, not the cluster: no uid (so the one given to
 * `delete` is not compared), no status. A file that a person edits is written over by the next change
 * of its owner's set; the history has both.
 *
 * **Errors.** `TARGET_GIT_…`, `TARGET_SECRET`, `TARGET_CONFLICT`, `TARGET_RECORD`, `TARGET_INVALID`,
 * `TARGET_CONFIG`, `TARGET_UNKNOWN_KIND`, and the `KubeError` of the engine's cluster.
 */
export class GitOpsTarget implements IDeploymentTarget {
  readonly #parts: Parts;
  readonly #objects: TreeObjects;
  readonly #turns = new Turns();
  readonly #watches = new Set<TreeWatch>();
  readonly #closing = new AbortController();
  readonly #committed = new Map<string, Committed>();

  /** Checks the options and makes the local copy; the remote is not asked yet. */
  static async open(options: GitOpsTargetOptions): Promise<GitOpsTarget> {
    const parts = await assemble(options);
    const target = new GitOpsTarget(parts);
    try {
      await parts.repository.open(target.#closing.signal);
    } catch (error) {
      await target.close();
      throw error;
    }
    return target;
  }

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#objects = this.#treeObjects();
  }

  async apply(resource: DeploymentResource): Promise<void> {
    const file = await this.#parts.placement.fileOf(resource);
    await this.#change(file.entry, (tree) => planObject(tree, this.#parts.root, file));
  }

  async delete(kind: string, namespace: string, name: string): Promise<void> {
    const ref = { kind, namespace, name };
    await this.#change(ref, (tree) => planRemoval(tree, this.#parts.root, ref));
  }

  async applySet(set: ResourceSet): Promise<ApplyReport> {
    const { owner } = set;
    const files = await this.#parts.placement.filesOf(marked(set));
    const { change, commit } = await this.#change(owner, (tree) => planOwner(tree, this.#parts.root, owner, files));
    return { ...(commit !== undefined && { revision: commit }), results: change.results };
  }

  async get(kind: string, namespace: string, name: string): Promise<DeploymentResource | null> {
    const found = await this.#select({ kind, namespace }, this.#closing.signal);
    return found.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace) ?? null;
  }

  list(kind: string, namespace: string, labels: Record<string, string> = {}): Promise<DeploymentResource[]> {
    return this.#select({ kind, namespace, labels }, this.#closing.signal);
  }

  async watch(
    kind: string,
    namespace: string,
    callback: WatchCallback,
    { signal, labels = {} }: WatchOptions = {},
  ): Promise<WatchHandle> {
    const { clock, logger, pollIntervalMs } = this.#parts;
    const read = async (stopped: AbortSignal): Promise<DeploymentResource[]> => {
      const either = linkedSignal(stopped, this.#closing.signal);
      try {
        // Half of the interval, so that all watches share one look at the remote.
        return await this.#select({ kind, namespace, labels }, either.signal, pollIntervalMs / 2);
      } finally {
        either.release();
      }
    };
    const watch = new TreeWatch({ read, callback, pollIntervalMs, clock, logger, signal });
    this.#watches.add(watch);
    void watch.ended.then(() => this.#watches.delete(watch));
    return { stop: () => watch.stop(), synced: watch.synced };
  }

  async syncStatus(owner: Ref): Promise<Known<TargetStatus>> {
    try {
      return await this.#status(owner);
    } catch (error) {
      return { unknown: codeAndMessage(error).message };
    }
  }

  async #status(owner: Ref): Promise<Known<TargetStatus>> {
    const { link, clock, observe } = this.#parts;
    const signal = this.#closing.signal;
    const committed = await this.#exclusive(() => this.#committedFor(owner, signal));
    if (!committed) return { unknown: `Nothing was committed for ${owner.kind} ${owner.namespace}/${owner.name}.` };
    const at = clock.wall();
    const files = filesOf(committed.tree, owner, this.#parts.root);
    if (!link) return observe ? { value: await this.#observed(committed, observe), at } : NOBODY_SAYS;
    const view = await link.view(files, signal);
    if (view.unknown !== undefined) return { unknown: view.unknown };
    const reach = await this.#exclusive(() => this.#reach(owner, committed, view.commit, signal));
    return { value: judge(link.title, committed.commit, view, reach), at };
  }

  /** Without an engine the objects themselves tell. */
  async #observed(committed: Committed, observe: Observe): Promise<TargetStatus> {
    const objects = this.#treeObjects();
    committed.manifests ??= await this.#exclusive(() => objects.all(committed.tree, this.#closing.signal));
    return statusOfObserved(committed.manifests, committed.commit, observe);
  }

  #treeObjects(): TreeObjects {
    const { root, repository } = this.#parts;
    return new TreeObjects(root, (blobs, signal) => repository.read(blobs, signal));
  }

  /** Writes a status where there is one: in the cluster (G-142). */
  async applyStatus(resource: DeploymentResource): Promise<void> {
    const { statuses } = this.#parts;
    if (!statuses)
      throw new TargetError('TARGET_CONFIG', 'cluster: a status is kept in a cluster; give a handle of it.');
    await statuses.applyStatus(resource);
  }

  /** Ends watches and git processes, and removes keys, and the copy where no `directory` keeps it. */
  async close(): Promise<void> {
    await Promise.all([...this.#watches].map((watch) => watch.stop()));
    this.#closing.abort();
    await this.#turns.run('git', async () => undefined);
    await rm(this.#parts.folder, { recursive: true, force: true });
  }

  async #change(owner: Owner, plan: (tree: Tree) => ChangeSet): Promise<Change> {
    const { branch, link, logger } = this.#parts;
    const { kind, namespace, name } = owner;
    const signal = this.#closing.signal;
    try {
      const done = await this.#exclusive(() => branch.change(owner, plan, signal));
      const { change, commit, tree } = done;
      if (commit !== undefined)
        this.#committed.set(refKey(plainRef(owner)), { commit, tree: partOf(tree, this.#parts.root, owner) });
      const isNews = change.writes.length + change.removals.length > 0;
      logger[isNews ? 'info' : 'debug'](
        { kind, namespace, name, commit, result: isNews ? 'committed' : 'unchanged' },
        'change set',
      );
      if (isNews) for (const watch of this.#watches) watch.look();
      await link?.point(
        [...tree.indexes.values()].flatMap(({ files }) => files.filter(({ scaled }) => scaled)),
        signal,
      );
      return done;
    } catch (error) {
      logger.warn({ kind, namespace, name, result: 'failed', ...codeAndMessage(error) }, 'change set');
      throw error;
    }
  }

  async #select(query: ObjectQuery, signal: AbortSignal, maxAgeMs = 0): Promise<DeploymentResource[]> {
    const objects = await this.#exclusive(async () => {
      const tree = await this.#parts.branch.tree(signal, maxAgeMs);
      return this.#objects.all(tree, signal);
    });
    // A kind is known by the table, by the cluster, or because the tree has one.
    if (!objects.some(({ kind }) => kind === query.kind)) await this.#parts.placement.kindOf({ kind: query.kind });
    return structuredClone(selectObjects(objects, query));
  }

  async #committedFor(owner: Ref, signal: AbortSignal): Promise<Committed | undefined> {
    const known = this.#committed.get(refKey(plainRef(owner)));
    if (known) return known;
    const { branch, root } = this.#parts;
    const tree = await branch.tree(signal);
    if (!tree.indexes.has(indexPathOf(owner, root))) return undefined;
    const commit = await branch.lastChange(tree, owner, signal);
    return commit === undefined ? undefined : { commit, tree: partOf(tree, root, owner) };
  }

  /** Whether the engine's commit comes after ours and still has the same files: one that reverts it has not. */
  async #reach(owner: Owner, { commit, tree }: Committed, engineCommit: string, signal: AbortSignal): Promise<Reach> {
    const { repository, branch, root } = this.#parts;
    if (!(await repository.has(engineCommit, signal))) await branch.tree(signal);
    if (!(await repository.has(engineCommit, signal))) return 'elsewhere';
    if (await repository.contains(commit, engineCommit, signal)) {
      const there = await repository.tree(engineCommit, signal);
      const paths = [indexPathOf(owner, root), ...filesOf(tree, owner, root).map(({ path }) => path)];
      return paths.every((path) => tree.blobs.get(path) === there.blobs.get(path)) ? 'reached' : 'elsewhere';
    }
    return (await repository.contains(engineCommit, commit, signal)) ? 'behind' : 'elsewhere';
  }

  /** One git at a time in the copy. A copy that a crash left locked or damaged is made anew, if all of it is in the remote. */
  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const { copy, repository, branch, isDisposable, logger } = this.#parts;
    return this.#turns.run('git', async () => {
      this.#closing.signal.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (!isDisposable || !isTargetError(error, 'TARGET_GIT_LOCKED', 'TARGET_GIT_COPY')) throw error;
        logger.warn(codeAndMessage(error), 'the local copy is made anew');
        await rm(copy, { recursive: true, force: true });
        await makePrivateFolder(copy);
        branch.reset();
        await repository.open(this.#closing.signal);
        return work();
      }
    });
  }
}

function filesOf(tree: Tree, owner: Owner, root: string): readonly (Ref & { readonly path: string })[] {
  return tree.indexes.get(indexPathOf(owner, root))?.files ?? [];
}

/** An owner is itself whatever version or uid a caller names it by. */
function plainRef({ kind, namespace, name }: Owner): Ref {
  return { kind, namespace, name };
}
