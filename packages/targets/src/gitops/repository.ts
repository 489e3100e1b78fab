import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@slipway/kube';
import { isTargetError, TargetError } from '../errors.ts';
import type { ChangeSet, Tree } from './change-set.ts';
import { fastImportStream, STAGING_REF } from './fast-import.ts';
import { type Git, gitError } from './git.ts';
import { readPush } from './git-failure.ts';
import { isIndexPath, parseIndex } from './owner-index.ts';
import { parseBatch, parseTree } from './plumbing-output.ts';

export interface RepositoryOptions {
  readonly git: Git;
  readonly folder: string;
  /** Without credentials in it. */
  readonly url: string;
  readonly branch: string;
  readonly push: boolean;
  readonly root: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly isSigned: boolean;
  readonly clock: Clock;
}

const REMEMBERED_TREES = 4;

/**
 * A bare copy of one branch. There is no work tree and no index that a crash could leave half
 * changed: a commit is put together beside the branch and becomes visible by the push alone.
 */
export class Repository {
  readonly #options: RepositoryOptions;
  readonly #remoteRef: string;
  readonly #localRef: string;
  /** The last few, newest last: the branch before and after a change, and what an engine is at. */
  readonly #trees = new Map<string, Tree>();

  constructor(options: RepositoryOptions) {
    this.#options = options;
    this.#remoteRef = `refs/remotes/origin/${options.branch}`;
    this.#localRef = `refs/heads/${options.branch}`;
  }

  /** Makes the copy where there is none. */
  async open(signal: AbortSignal): Promise<void> {
    const { git, folder, branch } = this.#options;
    await git
      .run(['check-ref-format', '--branch', branch], { to: `use the branch name ${branch}`, signal })
      .catch((error: unknown) => {
        throw isTargetError(error, 'TARGET_GIT_FAILED')
          ? new TargetError('TARGET_CONFIG', `branch: ${branch} is not a name that git allows.`)
          : error;
      });
    const exists = await access(join(folder, 'HEAD')).then(
      () => true,
      () => false,
    );
    if (!exists) await git.run(['init', '--quiet', '--bare', '--template='], { to: 'make the local copy', signal });
  }

  /** The newest commit of the branch, asked of the remote; undefined where the whole repository is empty. */
  async fetchTip(signal: AbortSignal): Promise<string | undefined> {
    const { git, url, branch, push } = this.#options;
    const to = `fetch ${branch} of ${url}`;
    const refspec = `+${this.#localRef}:${this.#remoteRef}`;
    const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', url, refspec];
    const end = await git.outcome(args, { to, signal });
    if (end.exitCode !== 0) {
      if (!/couldn't find remote ref/i.test(end.stderr)) throw gitError(to, end.stderr);
      await this.#requireEmpty(signal);
      return push ? undefined : this.#resolve(this.#localRef, signal);
    }
    const remote = await this.#resolve(this.#remoteRef, signal);
    return push || remote === undefined ? remote : this.#localTip(remote, signal);
  }

  /** The files of a commit, and what the indexes among them say. */
  async tree(commit: string | undefined, signal: AbortSignal): Promise<Tree> {
    if (commit === undefined) return { commit, blobs: new Map(), folders: new Map(), indexes: new Map() };
    const known = this.#trees.get(commit);
    if (known) return known;
    const list = await this.#options.git.run(['ls-tree', '-r', '-z', commit], {
      to: `list the files of ${commit}`,
      signal,
    });
    const { blobs, folders } = parseTree(list);
    const paths = [...blobs.keys()].filter((path) => isIndexPath(path, this.#options.root));
    const texts = await this.read(
      paths.map((path) => blobs.get(path) ?? ''),
      signal,
    );
    const indexes = new Map(paths.map((path, at) => [path, parseIndex(texts[at] ?? '', path)]));
    const tree = { commit, blobs, folders, indexes };
    this.#trees.set(commit, tree);
    const [oldest] = this.#trees.keys();
    if (this.#trees.size > REMEMBERED_TREES && oldest !== undefined) this.#trees.delete(oldest);
    return tree;
  }

  /** The texts of these blobs, in their order. */
  async read(blobs: readonly string[], signal: AbortSignal): Promise<string[]> {
    if (blobs.length === 0) return [];
    const input = blobs.map((blob) => `${blob}\n`).join('');
    return parseBatch(await this.#options.git.run(['cat-file', '--batch'], { to: 'read files', input, signal }));
  }

  /** A commit of the change on top of `base`. Nobody sees it yet. */
  async commit(base: string | undefined, change: ChangeSet, message: string, signal: AbortSignal): Promise<string> {
    const { git, author, isSigned, clock } = this.#options;
    const input = fastImportStream(base, change);
    await git.run(['fast-import', '--quiet', '--force', '--done', '--date-format=raw'], {
      to: 'put the commit together',
      input,
      signal,
    });
    const tree = await git.text(['rev-parse', '--verify', `${STAGING_REF}^{tree}`], {
      to: 'read the new tree',
      signal,
    });
    const date = `${Math.floor(clock.wall() / 1000)} +0000`;
    const env = {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
      GIT_COMMITTER_DATE: date,
    };
    const args = [
      'commit-tree',
      tree,
      ...(base === undefined ? [] : ['-p', base]),
      ...(isSigned ? ['-S'] : []),
      '-F',
      '-',
    ];
    return git.text(args, { to: 'commit', input: message, env, signal });
  }

  /** Makes the commit the branch's newest, never by force; where another push came first, the words that say so. */
  async publish(commit: string, base: string | undefined, signal: AbortSignal): Promise<string | undefined> {
    const { git, url, branch, push } = this.#options;
    if (!push) {
      const args = ['update-ref', this.#localRef, commit, (await this.#resolve(this.#localRef, signal)) ?? ''];
      await git.run(args, { to: `move ${branch} of the local copy`, signal });
      return undefined;
    }
    const to = `push to ${branch} of ${url}`;
    const args = ['push', '--porcelain', '--quiet', '--no-verify', url, `${commit}:${this.#localRef}`];
    const end = await git.outcome(args, { to, signal });
    const outcome = readPush(end.stdout.toString());
    if (outcome?.result === 'behind') return outcome.reason;
    if (outcome?.result === 'refused') {
      const output = end.stderr.trim().split('\n').slice(-8).join('\n');
      const what = `${url} refused ${base === undefined ? 'the first commit' : 'a commit'} on ${branch}: ${outcome.reason}`;
      const advice = 'Nothing was changed there; check what protects the branch.';
      throw new TargetError('TARGET_GIT_REFUSED', `${what}\n${output}\n${advice}`, { output });
    }
    if (end.exitCode !== 0) throw gitError(to, end.stderr);
    return undefined;
  }

  /** Whether the copy has the commit. */
  async has(commit: string, signal: AbortSignal): Promise<boolean> {
    const args = ['cat-file', '-e', `${commit}^{commit}`];
    return (await this.#options.git.outcome(args, { to: 'look for a commit', signal })).exitCode === 0;
  }

  /** Whether `commit` is `ancestor` or came after it. */
  async contains(ancestor: string, commit: string, signal: AbortSignal): Promise<boolean> {
    if (ancestor === commit) return true;
    const args = ['merge-base', '--is-ancestor', ancestor, commit];
    return (await this.#options.git.outcome(args, { to: 'compare two commits', signal })).exitCode === 0;
  }

  /** The newest commit up to `tip` that changed one of the paths. */
  async lastChange(tip: string, paths: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    const args = ['log', '-1', '--format=%H', tip, '--', ...paths];
    return (
      (await this.#options.git.text(args, {
        to: 'find the last change',
        env: { GIT_LITERAL_PATHSPECS: '1' },
        signal,
      })) || undefined
    );
  }

  /** A branch that is missing among others is a misspelt or a deleted one: it is not made anew. */
  async #requireEmpty(signal: AbortSignal): Promise<void> {
    const { git, url, branch } = this.#options;
    const heads = await git.text(['ls-remote', '--heads', url], { to: `list the branches of ${url}`, signal });
    if (heads === '') return;
    const names = heads.split('\n').map((line) => line.split('refs/heads/')[1]);
    throw new TargetError(
      'TARGET_GIT_BRANCH',
      `${url} has no branch ${branch}, but ${names.slice(0, 5).join(', ')}: create it, or correct the option branch.`,
    );
  }

  /** Without a push, own commits are only here; they stay on top of what the remote has. */
  async #localTip(remote: string, signal: AbortSignal): Promise<string> {
    const { url, branch } = this.#options;
    const local = await this.#resolve(this.#localRef, signal);
    if (local === undefined || (await this.contains(local, remote, signal))) return remote;
    if (await this.contains(remote, local, signal)) return local;
    throw new TargetError(
      'TARGET_GIT_REWRITTEN',
      `${branch} of the local copy has commits that were not pushed, and ${branch} of ${url} went another way. Nothing was changed; rebase and push the copy's commits.`,
    );
  }

  async #resolve(ref: string, signal: AbortSignal): Promise<string | undefined> {
    const args = ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`];
    return (await this.#options.git.text(args, { to: `read ${ref}`, answers: [0, 1], signal })) || undefined;
  }
}
