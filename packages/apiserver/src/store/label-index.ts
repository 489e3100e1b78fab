import type { Entry } from './entry.ts';

/** The objects of a collection by the value of one label. */
export class LabelIndex {
  readonly #name: string;
  readonly #byValue = new Map<string, Map<string, Entry>>();

  constructor(name: string, entries: Iterable<Entry>) {
    this.#name = name;
    for (const entry of entries) this.#add(entry);
  }

  /** Takes a change in. */
  apply(previous: Entry | undefined, current: Entry | undefined): void {
    const before = previous && this.#valueOf(previous);
    if (previous && before !== undefined) {
      const held = this.#byValue.get(before);
      held?.delete(previous.key);
      if (held?.size === 0) this.#byValue.delete(before);
    }
    if (current) this.#add(current);
  }

  /** In no order. */
  with(value: string): ReadonlyMap<string, Entry> | undefined {
    return this.#byValue.get(value);
  }

  #add(entry: Entry): void {
    const value = this.#valueOf(entry);
    if (value === undefined) return;
    const held = this.#byValue.get(value);
    if (held) held.set(entry.key, entry);
    else this.#byValue.set(value, new Map([[entry.key, entry]]));
  }

  #valueOf({ object }: Entry): string | undefined {
    const { labels } = object.metadata;
    return labels && Object.hasOwn(labels, this.#name) ? labels[this.#name] : undefined;
  }
}
