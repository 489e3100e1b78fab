import { freeze, type KubeObject } from '../objects/index.ts';
import { Collection } from './collection.ts';
import { type Change, type Converted, Entry } from './entry.ts';

export type ChangeListener = (change: Change, collection: string) => void;

/** One object of a store, as something else keeps it. */
export interface StoredObject {
  readonly collection: string;
  readonly key: string;
  readonly object: KubeObject;
  readonly storedAs: string | undefined;
}

/** A value that a label has. */
export interface Label {
  readonly name: string;
  readonly value: string;
}

export interface StoreState {
  readonly revision: number;
  readonly objects: readonly StoredObject[];
}

/**
 * All objects of a cluster under one revision that only grows. Synchronous: a write is done, and
 * every listener has seen it, when the call returns.
 */
export class Store {
  readonly #collections = new Map<string, Collection>();
  readonly #listeners = new Map<string, Set<ChangeListener>>();
  readonly #historyLimit: number;
  #revision = 0;
  #compacted = 0;
  #keep: ChangeListener | undefined;

  /** `historyLimit`: how many changes per collection can be replayed to a watch or a paged list. */
  constructor(historyLimit = 10_000) {
    this.#historyLimit = historyLimit;
  }

  get revision(): number {
    return this.#revision;
  }

  get(collection: string, key: string): Entry | undefined {
    return this.#collections.get(collection)?.get(key);
  }

  count(collection: string): number {
    return this.#collections.get(collection)?.size ?? 0;
  }

  list(collection: string, namespace?: string): Entry[] {
    return this.#collections.get(collection)?.list(namespace) ?? [];
  }

  /** Of `list`, at least those with this value of a label; undefined where there is no faster way than to look at all. */
  labelled(collection: string, label: Label, namespace?: string): Entry[] | undefined {
    return this.#collections.get(collection)?.labelled(label.name, label.value, namespace);
  }

  /** The last key of a collection, or of one namespace of it. */
  lastKey(collection: string, namespace?: string): string | undefined {
    return this.#collections.get(collection)?.lastKey(namespace);
  }

  /** Undefined when that state is no longer known. */
  listAt(collection: string, revision: number, namespace?: string): Entry[] | undefined {
    if (revision < this.#compacted) return undefined;
    const held = this.#collections.get(collection);
    return held ? held.listAt(revision, namespace) : [];
  }

  /** Undefined when some of the changes have been forgotten. */
  changesSince(collection: string, revision: number): readonly Change[] | undefined {
    if (revision < this.#compacted) return undefined;
    const held = this.#collections.get(collection);
    return held ? held.changesSince(revision) : [];
  }

  /** Creates or replaces the object under a key and gives it the next revision. */
  put(collection: string, key: string, object: KubeObject, storedAs?: string, converted?: Converted): Entry {
    const previous = this.get(collection, key);
    const revision = this.#revision + 1;
    const current = new Entry(key, stamp(object, revision), revision, storedAs, converted);
    this.#commit(collection, { revision, key, previous, current, last: undefined });
    return current;
  }

  /** Removes what is under a key; `last` is what watches show of it, by default its stored state. */
  remove(collection: string, key: string, last?: KubeObject): Entry | undefined {
    const previous = this.get(collection, key);
    if (!previous) return undefined;
    const revision = this.#revision + 1;
    const { storedAs, converted } = previous;
    const gone = new Entry(key, stamp(last ?? previous.object, revision), revision, storedAs, converted);
    this.#commit(collection, { revision, key, previous, current: undefined, last: gone });
    return gone;
  }

  /** Every object there is. */
  *all(): Iterable<StoredObject> {
    for (const [collection, held] of this.#collections) {
      for (const { key, object, storedAs } of held.list()) yield { collection, key, object, storedAs };
    }
  }

  /** Tells `keep` of every change before it happens; one that it throws at does not happen. */
  keepIn(keep: ChangeListener): void {
    this.#keep = keep;
  }

  /**
   * Takes over what another store held, with its revisions. Listeners hear of every object as of a new
   * one; what came before is forgotten.
   */
  restore({ revision, objects }: StoreState): void {
    for (const { collection, key, object, storedAs } of objects) {
      const own = Number(object.metadata.resourceVersion);
      const current = new Entry(key, freeze(object), own, storedAs);
      this.#apply(collection, { revision: own, key, previous: undefined, current, last: undefined });
    }
    this.#revision = revision;
    this.compact();
  }

  /**
   * Calls back for every change of a collection (`*`: of all), in order, until the returned function
   * is called. A listener must not write: others would hear of its write before this one.
   */
  subscribe(collection: string, listener: ChangeListener): () => void {
    let listeners = this.#listeners.get(collection);
    if (!listeners) this.#listeners.set(collection, (listeners = new Set()));
    const held = listeners;
    held.add(listener);
    return () => {
      held.delete(listener);
      if (held.size === 0 && this.#listeners.get(collection) === held) this.#listeners.delete(collection);
    };
  }

  /** Forgets history: reads and watches from before the current revision are refused from now on. */
  compact(): void {
    this.#compacted = this.#revision;
    for (const collection of this.#collections.values()) collection.compact(this.#revision);
  }

  #commit(collection: string, change: Change): void {
    this.#keep?.(change, collection);
    this.#revision = change.revision;
    this.#apply(collection, change);
  }

  #apply(collection: string, change: Change): void {
    let held = this.#collections.get(collection);
    if (!held) this.#collections.set(collection, (held = new Collection(this.#historyLimit)));
    held.apply(change);
    for (const name of [collection, '*']) {
      for (const listener of this.#listeners.get(name) ?? []) listener(change, collection);
    }
  }
}

function stamp(object: KubeObject, revision: number): KubeObject {
  return freeze({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } });
}
