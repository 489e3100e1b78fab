/**
 * Keeps one copy of values that repeat: of 10 000 pods all have the same image, the same label values and
 * the same conditions, and each parse makes new ones.
 *
 * Two generations bound it: when the young one is full it becomes the old one, and what is met again moves
 * over. Values that do not repeat (UIDs) are forgotten after at most two generations, and with them the
 * memory of deleted objects.
 */
export class Interner<Value> {
  readonly #size: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(size = 4_096) {
    this.#size = size;
  }

  /** The value kept under `text`, or `make()`, kept from now on. */
  get(text: string, make: (text: string) => Value): Value {
    let value = this.#young.get(text);
    if (value !== undefined) return value;
    value = this.#old.get(text) ?? make(text);
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, value);
    return value;
  }
}
