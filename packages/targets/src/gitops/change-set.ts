import { createHash } from 'node:crypto';
import type { ApplyReport, Ref } from '@gati-framework/contracts/deployment';
import { TargetError } from '../errors.ts';
import { describeRef, refKey } from '../resources/index.ts';
import { type FileEntry, indexPathOf, type OwnerIndex, printIndex, README } from './owner-index.ts';

/** A commit's tree as a target looks at it. */
export interface Tree {
  /** Undefined for a branch that has no commit yet. */
  readonly commit: string | undefined;
  /** Path → id of the content. */
  readonly blobs: ReadonlyMap<string, string>;
  /** Folder → a file in it. */
  readonly folders: ReadonlyMap<string, string>;
  /** Path of the index → its content. */
  readonly indexes: ReadonlyMap<string, OwnerIndex>;
}

/** A file as it should be; without a text it stays as it is. */
export interface WantedFile {
  readonly entry: FileEntry;
  readonly text?: string;
}

/** What one commit changes. Empty when the tree is as it should be. */
export interface ChangeSet {
  readonly writes: readonly { readonly path: string; readonly text: string }[];
  readonly removals: readonly string[];
  readonly results: ApplyReport['results'];
}

export type Owner = Pick<Ref, 'kind' | 'namespace' | 'name'>;

/**
 * Makes the files of `owner` exactly these: writes what differs, removes what it had and is not among
 * them. A file that is not the owner's is left alone and reported as failed; then nothing is removed,
 * because what still serves is not taken away for a set that is not whole (G-153).
 */
export function planOwner(tree: Tree, root: string, owner: Owner, files: readonly WantedFile[]): ChangeSet {
  refuseShared(files);
  const indexPath = indexPathOf(owner, root);
  const before = tree.indexes.get(indexPath)?.files ?? [];
  const claims = files.map((file) => ({ file, claim: claimOf(tree, root, indexPath, file.entry) }));
  const placed = claims.filter(({ claim }) => claim.refusal === undefined).map(({ file }) => file);
  const isWhole = placed.length === files.length;
  const left = before.filter((entry) => !files.some((file) => refKey(file.entry) === refKey(entry)));

  const entries = [...placed.map(({ entry }) => entry), ...(isWhole ? [] : left)].toSorted((a, b) =>
    compare(a.path, b.path),
  );
  const kept = new Set(entries.map(({ path }) => path));
  const takenOver = claims.flatMap(({ claim }) => claim.takes ?? []);
  const wasThere = [...before.map(({ path }) => path), ...(entries.length === 0 ? [indexPath] : []), ...takenOver];
  const own =
    entries.length === 0
      ? []
      : [
          { path: indexPath, text: printIndex({ owner, files: entries }) },
          { path: `${root}${README.path}`, text: README.text },
        ];
  const texts = placed.flatMap(({ entry, text }) => (text === undefined ? [] : [{ path: entry.path, text }]));
  return {
    writes: [...texts, ...own].filter(({ path, text }) => tree.blobs.get(path) !== blobId(text, tree)),
    removals: [...new Set(wasThere)].filter((path) => !kept.has(path) && tree.blobs.has(path)),
    results: [
      ...claims.map(({ file, claim }) => ({
        ref: refOf(file.entry),
        ...(claim.refusal === undefined
          ? { outcome: outcomeOf(tree, before, file) }
          : { outcome: 'failed' as const, error: { code: 'TARGET_CONFLICT', message: claim.refusal } }),
      })),
      ...(isWhole ? left.toReversed() : []).map((entry) => ({ ref: refOf(entry), outcome: 'deleted' as const })),
    ],
  };
}

/** Sets one file: for the owner that has the object already, else for the object itself. */
export function planObject(tree: Tree, root: string, file: WantedFile): ChangeSet {
  const isIt = (entry: Ref): boolean => refKey(entry) === refKey(file.entry);
  const holder = holderOf(tree, isIt);
  const scaled = holder?.files.find(isIt)?.scaled;
  const entry = { ...file.entry, ...(scaled && { scaled }) };
  const others = (holder?.files ?? []).filter((other) => !isIt(other)).map((other) => ({ entry: other }));
  const change = planOwner(tree, root, holder?.owner ?? file.entry, [...others, { ...file, entry }]);
  const refusal = change.results.find(({ ref, error }) => error && isIt(ref))?.error;
  if (refusal) throw new TargetError('TARGET_CONFLICT', refusal.message);
  return { ...change, results: change.results.filter(({ ref }) => isIt(ref)) };
}

/** Removes one object, any owner's. What nobody has is gone already, or not ours to remove. */
export function planRemoval(tree: Tree, root: string, { kind, namespace, name }: Owner): ChangeSet {
  const isIt = (entry: Ref): boolean => entry.kind === kind && entry.namespace === namespace && entry.name === name;
  const holder = holderOf(tree, isIt);
  if (!holder) return { writes: [], removals: [], results: [] };
  const rest = holder.files.filter((entry) => !isIt(entry)).map((entry) => ({ entry }));
  const change = planOwner(tree, root, holder.owner, rest);
  return { ...change, results: change.results.filter(({ outcome }) => outcome === 'deleted') };
}

/** What of a tree is the owner's: its list, and the files in it. */
export function partOf(tree: Tree, root: string, owner: Owner): Tree {
  const path = indexPathOf(owner, root);
  const index = tree.indexes.get(path);
  const paths = [path, ...(index?.files ?? []).map((file) => file.path)];
  return {
    commit: tree.commit,
    blobs: new Map(
      paths.flatMap((one) => {
        const blob = tree.blobs.get(one);
        return blob === undefined ? [] : [[one, blob] as const];
      }),
    ),
    folders: new Map(),
    indexes: new Map(index ? [[path, index]] : []),
  };
}

export function isEmpty({ writes, removals }: ChangeSet): boolean {
  return writes.length === 0 && removals.length === 0;
}

/** The id that git gives to a file of this text; ids of 64 digits are SHA-256. */
export function blobId(text: string, { commit = '' }: Pick<Tree, 'commit'>): string {
  const content = Buffer.from(text);
  const hash = createHash(commit.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex');
}

function holderOf(tree: Tree, isIt: (entry: FileEntry) => boolean): OwnerIndex | undefined {
  return [...tree.indexes.values()].find(({ files }) => files.some(isIt));
}

function refuseShared(files: readonly WantedFile[]): void {
  const seen = new Map<string, FileEntry>();
  for (const { entry } of files) {
    const other = seen.get(entry.path);
    if (other) {
      throw new TargetError(
        'TARGET_INVALID',
        `${describeRef(other)} and ${describeRef(entry)} would share the file ${entry.path}: name each object once, or tell them apart by {group} in the path template.`,
      );
    }
    seen.set(entry.path, entry);
  }
}

/** Whether the owner may write the file: why not, or the index of an object that was applied alone and now joins the set. */
function claimOf(tree: Tree, root: string, indexPath: string, entry: FileEntry): { refusal?: string; takes?: string } {
  const inTheWay = obstacleOf(tree, entry.path);
  if (inTheWay === undefined) return {};
  const [path, holder] = [...tree.indexes].find(([, { files }]) => files.some((file) => file.path === inTheWay)) ?? [];
  if (path === indexPath) return {};
  if (path !== undefined && path === indexPathOf(entry, root)) return { takes: path };
  const whose = holder ? `was written for ${describeRef(holder.owner)}` : 'was written by another client';
  const advice = 'It was left as it is; move it away, or name the object otherwise.';
  return { refusal: `${describeRef(entry)} belongs in ${entry.path}, and ${inTheWay} ${whose}. ${advice}` };
}

/** A file at the path, one where it needs a folder, or one below it: git would replace each without a word. */
function obstacleOf(tree: Tree, path: string): string | undefined {
  if (tree.blobs.has(path)) return path;
  const parts = path.split('/');
  const parents = parts.map((_, depth) => parts.slice(0, depth).join('/'));
  return parents.find((parent) => tree.blobs.has(parent)) ?? tree.folders.get(path);
}

function outcomeOf(
  tree: Tree,
  before: readonly FileEntry[],
  { entry, text }: WantedFile,
): 'created' | 'updated' | 'unchanged' {
  const earlier = before.find((candidate) => refKey(candidate) === refKey(entry));
  const blob = tree.blobs.get(earlier?.path ?? entry.path);
  if (blob === undefined) return 'created';
  const isInPlace = earlier === undefined || earlier.path === entry.path;
  return isInPlace && (text === undefined || blob === blobId(text, tree)) ? 'unchanged' : 'updated';
}

function refOf({ apiVersion, kind, namespace, name }: FileEntry): Ref {
  return { apiVersion, kind, namespace, name };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
