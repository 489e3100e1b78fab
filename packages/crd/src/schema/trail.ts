import { NO_FIELD } from './problem.ts';

/** A key of a map, which the server prints in brackets where it prints a field with a dot. */
export class MapKey {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

/** The way from the root to the value at hand. Names are put together only for a problem. */
export class Trail {
  readonly #segments: (string | number | MapKey)[] = [];

  push(segment: string | number | MapKey): void {
    this.#segments.push(segment);
  }

  pop(): void {
    this.#segments.pop();
  }

  get isRoot(): boolean {
    return this.#segments.length === 0;
  }

  /**
   * `spec.labels.app[0]`: how schema validation and unknown fields are named. Empty at the root, and a
   * key of a map at the root has its dot all the same.
   */
  dotted(): string {
    let text = '';
    for (const segment of this.#segments) {
      if (typeof segment === 'number') text += `[${segment}]`;
      else if (typeof segment === 'string') text += text === '' ? segment : `.${segment}`;
      else text += `.${segment.key}`;
    }
    return text;
  }

  /** `spec.labels[app][0]`: how lists, embedded resources and rules are named. */
  field(below?: string): string {
    let text = '';
    for (const segment of this.#segments) {
      if (typeof segment === 'string') text += text === '' ? segment : `.${segment}`;
      else text += `[${typeof segment === 'number' ? segment : segment.key}]`;
    }
    if (below !== undefined) text += text === '' ? below : `.${below}`;
    return text === '' ? NO_FIELD : text;
  }
}
