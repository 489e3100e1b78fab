import { type AnyKind, type AnyObject, resourcePath } from '../kinds/index.ts';
import type { Cache } from './cache.ts';

/** An acquired cache. */
export interface HeldView {
  readonly view: Cache<AnyObject>;
  /** No selector: what is not in it does not exist. */
  readonly isWhole: boolean;
}

/** The caches that consumers hold, by kind. That is what lets a read find a cache without being handed one. */
export class HeldViews {
  readonly #held = new Map<string, Set<HeldView>>();

  /** Returns how to take it out again. */
  add(kind: AnyKind, held: HeldView): () => void {
    const path = resourcePath(kind);
    const ofKind = this.#held.get(path) ?? new Set();
    this.#held.set(path, ofKind.add(held));
    return () => {
      ofKind.delete(held);
      if (ofKind.size === 0 && this.#held.get(path) === ofKind) this.#held.delete(path);
    };
  }

  /** One that holds the kind's objects of a namespace; one without selectors goes first. */
  find(kind: AnyKind, namespace: string | undefined): HeldView | undefined {
    const covering = [...(this.#held.get(resourcePath(kind)) ?? [])].filter(({ view }) => view.covers(namespace));
    return covering.find(({ isWhole }) => isWhole) ?? covering[0];
  }
}
