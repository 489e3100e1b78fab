import { Interner } from './interner.ts';

// The engine shares shorter strings itself; longer ones seldom repeat and cost more to look up.
const SHORTEST_SHARED = 11;
const LONGEST_SHARED = 64;

const asIs = (text: string): string => text;

/**
 * Makes strings that repeat between objects one string, and freezes what it walks over if asked to.
 * For 10 000 pods the sharing saves 40 % of the heap and costs about as much time as freezing does.
 */
export class Settler {
  readonly #freeze: boolean;
  readonly #strings = new Interner<string>();

  constructor({ freeze }: { freeze: boolean }) {
    this.#freeze = freeze;
  }

  /** Works in place: `value` must be nobody else's yet. */
  settle(value: object): void {
    const fields = value as Record<string, unknown>;
    for (const name in fields) {
      const field = fields[name];
      if (typeof field === 'string') {
        if (field.length >= SHORTEST_SHARED && field.length <= LONGEST_SHARED) {
          fields[name] = this.#strings.get(field, asIs);
        }
      } else if (typeof field === 'object' && field !== null && !Object.isFrozen(field)) {
        this.settle(field);
      }
    }
    if (this.#freeze) Object.freeze(value);
  }
}
