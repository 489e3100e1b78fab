import type { Change, Entry } from './entry.ts';
import { LabelIndex } from './label-index.ts';

/** Labels by which objects are found; a client that asks for ever new ones must not fill the memory. */
const MOST_INDEXES = 16;
/** Below this a look at all is as fast. */
const LEAST_INDEXED = 64;

/**
 * All objects of one resource in the order of their keys, and the changes that led here. Keys start
 * with the namespace, so the objects of a namespace lie side by side and need no index of their own.
 */
export class Collection {
  readonly #byKey = new Map<string, Entry>();
  #sorted: Entry[] = [];
  /** Made when first asked for, by the name of the label. */
  readonly #byLabel = new Map<string, LabelIndex>();
  #history: Change[] = [];
  /** Changes up to this revision have been forgotten. */
  #forgotten = 0;
  readonly #historyLimit: number;

  constructor(historyLimit: number) {
    this.#historyLimit = historyLimit;
  }

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): Entry | undefined {
    return this.#byKey.get(key);
  }

  apply(change: Change): void {
    const { key, previous, current } = change;
    const index = firstAtOrAfter(this.#sorted, key);
    if (current) {
      this.#byKey.set(key, current);
      if (previous) this.#sorted[index] = current;
      else this.#sorted.splice(index, 0, current);
    } else {
      this.#byKey.delete(key);
      this.#sorted.splice(index, 1);
    }
    for (const index of this.#byLabel.values()) index.apply(previous, current);
    this.#history.push(change);
    // Twice the limit before cutting: one long copy now and then instead of a shift per change.
    if (this.#history.length > this.#historyLimit * 2) this.#forgetFirst(this.#history.length - this.#historyLimit);
  }

  /** Objects of one namespace (or all) as they are now, in key order. */
  list(namespace?: string): Entry[] {
    if (namespace === undefined) return this.#sorted.slice();
    const start = firstAtOrAfter(this.#sorted, `${namespace}/`);
    // '0' is the character after '/'.
    return this.#sorted.slice(start, firstAtOrAfter(this.#sorted, `${namespace}0`));
  }

  /** Of `list`, at least those with this value of a label, in key order; undefined where looking at all is as fast. */
  labelled(name: string, value: string, namespace?: string): Entry[] | undefined {
    if (this.#sorted.length < LEAST_INDEXED) return undefined;
    let index = this.#byLabel.get(name);
    if (!index) {
      if (this.#byLabel.size >= MOST_INDEXES) return undefined;
      this.#byLabel.set(name, (index = new LabelIndex(name, this.#sorted)));
    }
    const held = index.with(value);
    if (!held) return [];
    // To sort most of them again takes longer than to look at all.
    if (held.size > this.#sorted.length >> 2) return undefined;
    const prefix = namespace === undefined ? '' : `${namespace}/`;
    const entries = [...held.values()].filter(({ key }) => key.startsWith(prefix));
    return entries.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** The last key of a namespace, or of all. */
  lastKey(namespace?: string): string | undefined {
    if (namespace === undefined) return this.#sorted.at(-1)?.key;
    const last = this.#sorted[firstAtOrAfter(this.#sorted, `${namespace}0`) - 1]?.key;
    return last?.startsWith(`${namespace}/`) ? last : undefined;
  }

  /** Objects as they were at a revision; undefined when the changes since have been forgotten. */
  listAt(revision: number, namespace?: string): Entry[] | undefined {
    const since = this.changesSince(revision);
    if (!since) return undefined;
    if (since.length === 0) return this.list(namespace);
    const before = new Map<string, Entry | undefined>();
    for (const change of since) if (!before.has(change.key)) before.set(change.key, change.previous);
    const prefix = namespace === undefined ? '' : `${namespace}/`;
    const undone = [...before].flatMap(([key, entry]) => (entry && key.startsWith(prefix) ? [entry] : []));
    const untouched = this.list(namespace).filter((entry) => !before.has(entry.key));
    return [...untouched, ...undone].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** The changes after a revision, oldest first; undefined when some of them have been forgotten. */
  changesSince(revision: number): readonly Change[] | undefined {
    if (revision < this.#forgotten) return undefined;
    let low = 0;
    let high = this.#history.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#history[middle] as Change).revision <= revision) low = middle + 1;
      else high = middle;
    }
    return this.#history.slice(low);
  }

  /** Forgets the changes up to and including a revision. */
  compact(revision: number): void {
    const kept = this.#history.findIndex((change) => change.revision > revision);
    this.#forgetFirst(kept === -1 ? this.#history.length : kept);
    this.#forgotten = Math.max(this.#forgotten, revision);
  }

  #forgetFirst(count: number): void {
    const last = this.#history[count - 1];
    if (!last) return;
    this.#forgotten = last.revision;
    this.#history = this.#history.slice(count);
  }
}

/** Index of the first entry whose key is not before `key`. */
function firstAtOrAfter(sorted: readonly Entry[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as Entry).key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
