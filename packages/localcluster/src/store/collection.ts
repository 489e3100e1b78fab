import type { Change, Entry } from './entry.ts';

/**
 * All objects of one resource in the order of their keys, and the changes that led here. Keys start
 * with the namespace, so the objects of a namespace lie side by side and need no index of their own.
 */
export class Collection {
  readonly #byKey = new Map<string, Entry>();
  #sorted: Entry[] = [];
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
