/**
 * One index: the keys of the objects that have a value. Most values of most indexes belong to one object
 * (an owner with one child), so a set is made only for the second.
 */
export class IndexTable {
  readonly #keys = new Map<string, string | Set<string>>();

  add(value: string, key: string): void {
    const present = this.#keys.get(value);
    if (present === undefined) this.#keys.set(value, key);
    else if (typeof present !== 'string') present.add(key);
    else if (present !== key) this.#keys.set(value, new Set([present, key]));
  }

  remove(value: string, key: string): void {
    const present = this.#keys.get(value);
    if (present === key) this.#keys.delete(value);
    else if (typeof present === 'object' && present.delete(key) && present.size === 0) this.#keys.delete(value);
  }

  keys(value: string): Iterable<string> {
    const present = this.#keys.get(value);
    return present === undefined ? [] : typeof present === 'string' ? [present] : present;
  }
}
