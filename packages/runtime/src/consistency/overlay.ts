import { keyOf } from '@slipway/apimachinery/references';
import type { AnyKind, AnyObject, DeepReadonly, ObjectRef } from '@slipway/kube';
import { resourcePath, type Stored } from '@slipway/kube/kinds';

/** What the overlay must be able to ask of a cache. */
export interface SeenBy {
  get(ref: ObjectRef): Stored<DeepReadonly<AnyObject>> | undefined;
  /** Whether all changes up to the version are in; undefined where versions cannot be compared. */
  seenAtLeast(resourceVersion: string, namespace?: string): boolean | undefined;
}

/** An own write that the cache may not have seen. */
interface OwnWrite {
  readonly ref: ObjectRef;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The server's answer; undefined for an object that is gone. */
  readonly object: Stored<DeepReadonly<AnyObject>> | undefined;
}

/**
 * Own writes laid over a cache that lags behind them: a controller that has created an object
 * sees it at once, one that has deleted it does not see it any more.
 *
 * An entry goes as soon as the cache has caught up with it, so the overlay is empty most of
 * the time and never outlives what it covers.
 */
export class Overlay {
  readonly #writes = new Map<string, Map<string, OwnWrite>>();

  /** The answer to a create, an update, a patch or an apply, or a terminating object. */
  wrote(kind: AnyKind, object: Stored<DeepReadonly<AnyObject>>): void {
    const { namespace, name, uid, resourceVersion } = object.metadata;
    this.#put(kind, { ref: { namespace, name }, uid, resourceVersion, object });
  }

  /** The object with this uid is gone. `cached` is what the cache shows of it now. */
  deleted(kind: AnyKind, ref: ObjectRef, uid: string, cached: Stored<DeepReadonly<AnyObject>> | undefined): void {
    const own = this.#of(kind)?.get(keyOf(ref));
    const known = own?.uid === uid ? own.resourceVersion : undefined;
    const shown = cached?.metadata?.uid === uid ? cached.metadata.resourceVersion : undefined;
    // Neither written here unseen nor shown by the cache: its deletion has been seen already.
    if (known === undefined && shown === undefined) return;
    this.#put(kind, { ref, uid, resourceVersion: known ?? shown ?? '', object: undefined });
  }

  /** The newest that is known of an object of which the cache shows `cached`. */
  get<Obj extends AnyObject>(
    kind: AnyKind,
    ref: ObjectRef,
    cached: Stored<DeepReadonly<Obj>> | undefined,
    cache: SeenBy,
  ): Stored<DeepReadonly<Obj>> | undefined {
    // While a write is current, whatever the cache shows under that name is older than it.
    const write = this.#current(kind, ref, cache);
    return write ? (write.object as Stored<DeepReadonly<Obj>> | undefined) : cached;
  }

  /** A list from the cache with own writes in place. `matches` says which of them belong into it. */
  list<Obj extends AnyObject>(
    kind: AnyKind,
    cached: readonly Stored<DeepReadonly<Obj>>[],
    cache: SeenBy,
    matches: (object: Stored<DeepReadonly<Obj>>) => boolean,
  ): Stored<DeepReadonly<Obj>>[] {
    this.settle(kind, cache);
    const writes = [...(this.#of(kind)?.values() ?? [])];
    if (writes.length === 0) return [...cached];
    const covered = new Set(writes.map(({ ref }) => keyOf(ref)));
    const untouched = cached.filter(({ metadata }) => !covered.has(keyOf(metadata)));
    const own = writes.flatMap(({ object }) => (object ? [object as Stored<DeepReadonly<Obj>>] : [])).filter(matches);
    return [...untouched, ...own];
  }

  /** Drops what the cache has caught up with. */
  settle(kind: AnyKind, cache: SeenBy): void {
    const ofKind = this.#of(kind);
    // After each event all pending writes are looked at, and a burst of creates leaves hundreds.
    for (const [name, write] of ofKind ?? []) if (isSettled(write, cache)) ofKind?.delete(name);
    if (ofKind?.size === 0) this.#writes.delete(resourcePath(kind));
  }

  get size(): number {
    let size = 0;
    for (const writes of this.#writes.values()) size += writes.size;
    return size;
  }

  /** The write of this object if the cache still lags behind it; a settled one is dropped on the way. */
  #current(kind: AnyKind, ref: ObjectRef, cache: SeenBy): OwnWrite | undefined {
    const ofKind = this.#of(kind);
    const name = keyOf(ref);
    const write = ofKind?.get(name);
    if (!ofKind || !write) return undefined;
    if (!isSettled(write, cache)) return write;
    ofKind.delete(name);
    if (ofKind.size === 0) this.#writes.delete(resourcePath(kind));
    return undefined;
  }

  #of(kind: AnyKind): Map<string, OwnWrite> | undefined {
    return this.#writes.get(resourcePath(kind));
  }

  #put(kind: AnyKind, write: OwnWrite): void {
    const path = resourcePath(kind);
    const ofKind = this.#writes.get(path) ?? new Map<string, OwnWrite>();
    this.#writes.set(path, ofKind.set(keyOf(write.ref), write));
  }
}

function isSettled({ ref, uid, resourceVersion, object }: OwnWrite, cache: SeenBy): boolean {
  // Versions that cannot be compared are taken as seen: an overlay that never ends would be worse.
  const isSeen = cache.seenAtLeast(resourceVersion, ref.namespace) ?? true;
  return isSeen && (object !== undefined || cache.get(ref)?.metadata?.uid !== uid);
}
