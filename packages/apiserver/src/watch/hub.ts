import { type Change, Entry, type Store } from '../store/index.ts';
import { type EventType, type SeenEvent, type Selection, seenThrough } from './selection.ts';

/** How one kind of client wants its events: bytes, made once and shared by all who want the same. */
export interface EventEncoder {
  /** Two encoders with the same key make the same bytes. */
  readonly key: string;
  event(type: EventType, entry: Entry): Uint8Array;
}

export interface Subscription {
  readonly selection: Selection;
  readonly encoder: EventEncoder;
  /** Changes up to this revision are known already. */
  readonly after: number;
  push(event: Uint8Array): void;
  /** The collection is no more: its definition was deleted. */
  end(): void;
}

/** Hands every change of a collection to those who watch it. */
export class WatchHub {
  readonly #store: Store;
  readonly #watched = new Map<string, { members: Set<Subscription>; unsubscribe: () => void }>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** How many watches are open. */
  get size(): number {
    let size = 0;
    for (const { members } of this.#watched.values()) size += members.size;
    return size;
  }

  /** How many are open of each collection. */
  *sizes(): Iterable<[collection: string, size: number]> {
    for (const [collection, { members }] of this.#watched) yield [collection, members.size];
  }

  add(collection: string, subscription: Subscription): () => void {
    let watched = this.#watched.get(collection);
    if (!watched) {
      const members = new Set<Subscription>();
      const unsubscribe = this.#store.subscribe(collection, (change) => fanOut(members, change));
      this.#watched.set(collection, (watched = { members, unsubscribe }));
    }
    const { members, unsubscribe } = watched;
    members.add(subscription);
    return () => {
      if (!members.delete(subscription) || members.size > 0) return;
      unsubscribe();
      this.#watched.delete(collection);
    };
  }

  /** Ends all watches of a collection. */
  endAll(collection: string): void {
    // A member that ends leaves the set, which iteration allows.
    for (const member of this.#watched.get(collection)?.members ?? []) member.end();
  }
}

function fanOut(members: ReadonlySet<Subscription>, change: Change): void {
  const encoded = new Map<string, Uint8Array>();
  let gone: Entry | undefined;
  const lastSeen = (): Entry => (gone ??= lastSeenState(change));
  for (const member of members) {
    if (change.revision <= member.after) continue;
    const seen = seenThrough(member.selection, change, lastSeen);
    if (!seen) continue;
    const key = `${seen.type} ${member.encoder.key}`;
    let bytes = encoded.get(key);
    if (!bytes) {
      bytes = encodedEvent(member, seen);
      if (!bytes) continue;
      encoded.set(key, bytes);
    }
    member.push(bytes);
  }
}

/** Undefined where an object cannot be shown: its watchers have to begin anew, and get the reason then. */
function encodedEvent(member: Subscription, { type, entry }: SeenEvent): Uint8Array | undefined {
  try {
    return member.encoder.event(type, entry);
  } catch {
    member.end();
    return undefined;
  }
}

/** K-52: a deleted object, or one that no longer matches, as it last was with the revision of the change. */
export function lastSeenState(change: Change): Entry {
  if (change.last) return change.last;
  const { key, previous, revision } = change;
  if (!previous) throw new Error(`Nothing was there before revision ${revision} of ${key}.`);
  const { object } = previous;
  const metadata = { ...object.metadata, resourceVersion: String(revision) };
  return new Entry(key, { ...object, metadata }, revision, previous.storedAs, previous.converted);
}
