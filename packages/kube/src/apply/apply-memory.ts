import type { LoopState } from './loop-guard.ts';
import type { Recreations } from './recreation.ts';

/** What is remembered of an object that this process applied. */
export interface AppliedObject {
  /** Digest of the intent last applied. */
  readonly intent: string;
  /** Digest of what the manager owned in the answer: what the server makes of that intent. */
  readonly owned: string | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly loop: LoopState;
  readonly recreations: Recreations | undefined;
}

/**
 * Objects remembered. Past it the longest unused is forgotten, which costs one needless apply of it;
 * at about 400 bytes each this holds 40 MB at most.
 */
const MOST_REMEMBERED = 100_000;

/** The last apply of each object, the most recently applied last. */
export class ApplyMemory {
  readonly #applied = new Map<string, AppliedObject>();

  get(key: string): AppliedObject | undefined {
    return this.#applied.get(key);
  }

  has(key: string): boolean {
    return this.#applied.has(key);
  }

  set(key: string, applied: AppliedObject): void {
    this.#applied.delete(key);
    this.#applied.set(key, applied);
    const [oldest] = this.#applied.keys();
    if (this.#applied.size > MOST_REMEMBERED && oldest !== undefined) this.#applied.delete(oldest);
  }
}
