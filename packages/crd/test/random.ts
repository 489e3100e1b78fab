/** A seeded source of choices, so that a failing pair can be made again from its seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Fractions separate the sequences of one seed.
    this.#state = (seed * 1009) >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    // mulberry32: small, and good enough to pick test data.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  /** `value`, or nothing with the given probability against it. */
  maybe<T>(probability: number, value: () => T): T | undefined {
    return this.chance(probability) ? value() : undefined;
  }
}
