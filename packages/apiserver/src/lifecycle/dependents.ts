import { isEqual, type KubeObject, type OwnerReference } from '../objects/index.ts';

/** Where an object is stored. */
export interface Item {
  readonly collection: string;
  readonly key: string;
}

export function ownersOf({ metadata }: KubeObject): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

interface Dependent {
  readonly item: Item;
  /** The owner may not go before it. */
  readonly blocks: boolean;
}

/** Who depends on whom, by the owner's uid: kept up with each change, so that no list is ever searched. */
export class Dependents {
  readonly #byOwner = new Map<string, Map<string, Dependent>>();

  /** Takes a change in; true when the owners of the object are not what they were. */
  changed(item: Item, previous: KubeObject | undefined, current: KubeObject | undefined): boolean {
    const before = previous ? ownersOf(previous) : [];
    const after = current ? ownersOf(current) : [];
    if (isEqual(before, after)) return false;
    const id = `${item.collection} ${item.key}`;
    for (const { uid } of before) this.#remove(uid, id);
    for (const { uid, blockOwnerDeletion } of after) {
      const held = this.#byOwner.get(uid) ?? new Map<string, Dependent>();
      this.#byOwner.set(uid, held.set(id, { item, blocks: blockOwnerDeletion === true }));
    }
    return true;
  }

  of(uid: string): Item[] {
    return [...(this.#byOwner.get(uid)?.values() ?? [])].map(({ item }) => item);
  }

  isBlocked(uid: string): boolean {
    return [...(this.#byOwner.get(uid)?.values() ?? [])].some(({ blocks }) => blocks);
  }

  #remove(uid: string, id: string): void {
    const held = this.#byOwner.get(uid);
    if (held?.delete(id) && held.size === 0) this.#byOwner.delete(uid);
  }
}
