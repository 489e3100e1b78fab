import { type Key, keyId } from '../queue/index.ts';

/** Why a key cannot be worked on now, and what ends that. */
export interface Obstacle {
  /** For people: `the cache of configmaps has not seen the last own write`. */
  readonly blocker: string;
  /** Resolves when it is worth another look. Must resolve sooner or later, also at shutdown. */
  readonly over: Promise<void>;
}

/** Looks at a key before it is reconciled; undefined lets it pass. */
export type Gate<K extends Key> = (key: K) => Obstacle | undefined;

/** Keys that were taken and found blocked. They hold no worker, and nothing polls for them. */
export class Parking<K extends Key> {
  readonly #parked = new Map<string, { key: K; blocker: string; priority: number }>();
  readonly #wake: (key: K, priority: number) => void;

  constructor(wake: (key: K, priority: number) => void) {
    this.#wake = wake;
  }

  park(key: K, priority: number, obstacle: Obstacle): void {
    const id = keyId(key);
    const parked = this.#parked.get(id);
    if (parked) {
      // It was added again meanwhile and met the same or another obstacle; one wake-up is enough.
      parked.priority = Math.max(parked.priority, priority);
      return;
    }
    const entry = { key, blocker: obstacle.blocker, priority };
    this.#parked.set(id, entry);
    void obstacle.over.then(() => {
      this.#parked.delete(id);
      this.#wake(key, entry.priority);
    });
  }

  /** What waits for what, for health details and tests. */
  blockers(): readonly { readonly key: K; readonly blocker: string }[] {
    return [...this.#parked.values()].map(({ key, blocker }) => ({ key, blocker }));
  }
}
