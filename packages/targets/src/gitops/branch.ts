import type { Clock } from '@slipway/kube';
import { TargetError } from '../errors.ts';
import { type ChangeSet, isEmpty, type Owner, type Tree } from './change-set.ts';
import { commitMessage } from './commit-message.ts';
import { indexPathOf } from './owner-index.ts';
import type { Repository } from './repository.ts';

export interface BranchOptions {
  readonly repository: Repository;
  readonly root: string;
  readonly clock: Clock;
  readonly random: () => number;
}

export interface Change {
  readonly change: ChangeSet;
  /** The commit that made the owner's files what they are; undefined where there never was one. */
  readonly commit: string | undefined;
  /** The branch after the change. */
  readonly tree: Tree;
}

/**
 * How often a change is redone because others were faster. Each round one of the writers gets through,
 * so ten are enough for as many writers at one moment.
 */
const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 3_000;

/**
 * The branch as something to change: fetch, decide on what is there, commit, push; and all of it again
 * when another write came first. A change is a decision and not a diff, so redoing it merges nothing and
 * finds what an earlier, interrupted run has pushed already.
 */
export class Branch {
  readonly #options: BranchOptions;
  #tip: string | undefined;
  /** The tip that the last change started from or made: what the branch must still contain. */
  #trusted: string | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;

  constructor(options: BranchOptions) {
    this.#options = options;
  }

  /** The branch as it is now, or was at most `maxAgeMs` ago. */
  async tree(signal: AbortSignal, maxAgeMs = 0): Promise<Tree> {
    const { repository, clock } = this.#options;
    if (clock.now() - this.#fetchedAt > maxAgeMs || maxAgeMs === 0) await this.#fetch(signal);
    return repository.tree(this.#tip, signal);
  }

  async change(owner: Owner, plan: (tree: Tree) => ChangeSet, signal: AbortSignal): Promise<Change> {
    const { repository, clock, random } = this.#options;
    let reason = '';
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const tree = await this.tree(signal);
      await this.#refuseRewritten(tree.commit, signal);
      const change = plan(tree);
      if (isEmpty(change)) return { change, tree, commit: await this.lastChange(tree, owner, signal) };
      const commit = await repository.commit(tree.commit, change, commitMessage(owner, change.results), signal);
      const outcome = await repository.publish(commit, tree.commit, signal);
      if (outcome === undefined) {
        this.#tip = commit;
        this.#trusted = commit;
        return { change, commit, tree: await repository.tree(commit, signal) };
      }
      reason = outcome;
      await clock.sleep(random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt), signal);
    }
    throw new TargetError(
      'TARGET_GIT_CONTENDED',
      `Others moved the branch each time before a change could be pushed, ${MAX_ATTEMPTS} times (the last answer: ${reason}). Nothing was changed; it is repeated.`,
    );
  }

  /** The newest commit that changed the owner's files or their list. */
  async lastChange(tree: Tree, owner: Owner, signal: AbortSignal): Promise<string | undefined> {
    if (tree.commit === undefined) return undefined;
    const index = indexPathOf(owner, this.#options.root);
    const files = tree.indexes.get(index)?.files ?? [];
    return this.#options.repository.lastChange(tree.commit, [index, ...files.map(({ path }) => path)], signal);
  }

  /** Forgets what was fetched, with the copy it was fetched into. */
  reset(): void {
    this.#trusted = undefined;
    this.#fetchedAt = Number.NEGATIVE_INFINITY;
  }

  async #fetch(signal: AbortSignal): Promise<void> {
    const { repository, clock } = this.#options;
    const at = clock.now();
    const tip = await repository.fetchTip(signal);
    this.#fetchedAt = at;
    this.#tip = tip;
  }

  /**
   * A branch that lost commits was rewritten by a person who should hear that we noticed. It is reported
   * once; after that the new branch is what there is, and what is missing on it is written again.
   */
  async #refuseRewritten(now: string | undefined, signal: AbortSignal): Promise<void> {
    const before = this.#trusted;
    this.#trusted = now;
    if (before === undefined || before === now) return;
    if (now !== undefined && (await this.#options.repository.contains(before, now, signal))) return;
    throw new TargetError(
      'TARGET_GIT_REWRITTEN',
      `The branch was at ${before} and is now ${now === undefined ? 'gone' : `at ${now}`}, which does not come after it: its history was rewritten. Nothing was changed; the next run goes on from there.`,
    );
  }
}
