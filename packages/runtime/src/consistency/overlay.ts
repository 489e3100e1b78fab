import type { AnyKind, AnyObject, DeepReadonly, ObjectRef } from '@slipway/kube';
import { resourcePath } from '@slipway/kube/kinds';

/** What the overlay must be able to ask of a cache. */
export interface SeenBy {
  get(ref: ObjectRef): DeepReadonly<AnyObject> | undefined;
  /** Whether all changes up to the version are in; undefined where versions cannot be compared. */
  seenAtLeast(resourceVersion: string, namespace?: string): boolean | undefined;
}

/** An own write that the cache may not have seen. */
interface OwnWrite {
  readonly ref: ObjectRef;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The server's answer; undefined for an object that is gone. */
  readonly object: DeepReadonly<AnyObject> | undefined;
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
  wrote(kind: AnyKind, object: DeepReadonly<AnyObject>): void {
    const { namespace, name = '', uid = '', resourceVersion = '' } = object.metadata ?? {};
    this.#put(kind, { ref: { namespace, name }, uid, resourceVersion, object });
  }

  /** The object with this uid is gone. `cached` is what the cache shows of it now. */
  deleted(kind: AnyKind, ref: ObjectRef, uid: string, cached: DeepReadonly<AnyObject> | undefined): void {
    const own = this.#of(kind)?.get(nameOf(ref));
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
    cached: DeepReadonly<Obj> | undefined,
    cache: SeenBy,
  ): DeepReadonly<Obj> | undefined {
    // While a write is current, whatever the cache shows under that name is older than it.
    const write = this.#current(kind, ref, cache);
    return write ? (write.object as DeepReadonly<Obj> | undefined) : cached;
  }

  /** A list from the cache with own writes in place. `matches` says which of them belong into it. */
  list<Obj extends AnyObject>(
    kind: AnyKind,
    cached: readonly DeepReadonly<Obj>[],
    cache: SeenBy,
    matches: (object: DeepReadonly<Obj>) => boolean,
  ): DeepReadonly<Obj>[] {
    const writes = [...(this.#of(kind)?.values() ?? [])].filter((write) => this.#current(kind, write.ref, cache));
    if (writes.length === 0) return [...cached];
    const covered = new Set(writes.map(({ ref }) => nameOf(ref)));
    const untouched = cached.filter(({ metadata }) => {
      return !covered.has(nameOf({ namespace: metadata?.namespace, name: metadata?.name ?? '' }));
    });
    const own = writes.flatMap(({ object }) => (object ? [object as DeepReadonly<Obj>] : [])).filter(matches);
    return [...untouched, ...own];
  }

  /** Drops what the cache has caught up with. */
  settle(kind: AnyKind, cache: SeenBy): void {
    for (const { ref } of this.#of(kind)?.values() ?? []) this.#current(kind, ref, cache);
  }

  get size(): number {
    let size = 0;
    for (const writes of this.#writes.values()) size += writes.size;
    return size;
  }

  /** The write of this object if the cache still lags behind it; a settled one is dropped on the way. */
  #current(kind: AnyKind, ref: ObjectRef, cache: SeenBy): OwnWrite | undefined {
    const ofKind = this.#of(kind);
    const write = ofKind?.get(nameOf(ref));
    if (!ofKind || !write) return undefined;
    // Versions that cannot be compared are taken as seen: an overlay that never ends would be worse.
    const isSeen = cache.seenAtLeast(write.resourceVersion, ref.namespace) ?? true;
    const isSettled = isSeen && (write.object !== undefined || cache.get(ref)?.metadata?.uid !== write.uid);
    if (!isSettled) return write;
    ofKind.delete(nameOf(ref));
    if (ofKind.size === 0) this.#writes.delete(resourcePath(kind));
    return undefined;
  }

  #of(kind: AnyKind): Map<string, OwnWrite> | undefined {
    return this.#writes.get(resourcePath(kind));
  }

  #put(kind: AnyKind, write: OwnWrite): void {
    const path = resourcePath(kind);
    const ofKind = this.#writes.get(path) ?? new Map<string, OwnWrite>();
    this.#writes.set(path, ofKind.set(nameOf(write.ref), write));
  }
}

function nameOf({ namespace = '', name }: ObjectRef): string {
  return `${namespace}/${name}`;
}
