import { EvaluationError, equal, noSuchOverload, type Rich, type Value } from './value.ts';

/** A list that a schema declares: how it compares and grows, where that is not as a sequence. */
export interface ListTraits {
  equals?(other: CelList): boolean;
  concat?(other: CelList): CelList;
}

/** A list, held or read from JSON on demand. */
export class CelList implements Rich {
  readonly typeName = 'list';
  readonly size: number;
  /** The element at an index that exists. */
  readonly at: (index: number) => Value;
  /** What it is read from, where that is JSON without a schema. */
  readonly json: readonly unknown[] | undefined;
  readonly #traits: ListTraits | undefined;

  constructor(size: number, at: (index: number) => Value, traits?: ListTraits, json?: readonly unknown[]) {
    this.size = size;
    this.at = at;
    this.json = json;
    this.#traits = traits;
  }

  static of(values: readonly Value[]): CelList {
    return new CelList(values.length, (index) => values[index] as Value);
  }

  get(index: Value): Value {
    const position = typeof index === 'number' && Number.isInteger(index) ? BigInt(index) : index;
    if (typeof position !== 'bigint') throw new EvaluationError(`unsupported index type '${typeof index}' in list`);
    if (position < 0n || position >= this.size) throw new EvaluationError(`index out of bounds: ${position}`);
    return this.at(Number(position));
  }

  concat(other: CelList): CelList {
    if (this.#traits?.concat !== undefined) return this.#traits.concat(other);
    const { size, at } = this;
    return new CelList(size + other.size, (index) => (index < size ? at(index) : other.at(index - size)));
  }

  equals(other: Value): boolean {
    if (!(other instanceof CelList)) {
      // Only lists that a rule makes can be compared with anything.
      if (this.#traits !== undefined) throw noSuchOverload();
      return false;
    }
    if (this.#traits?.equals !== undefined) return this.#traits.equals(other);
    if (other.size !== this.size) return false;
    for (let i = 0; i < this.size; i++) if (!equal(this.at(i), other.at(i))) return false;
    return true;
  }

  /** An element that cannot be compared matters only if no other one is equal. */
  includes(wanted: Value): boolean {
    let fault: EvaluationError | undefined;
    for (const element of this) {
      try {
        if (equal(element, wanted)) return true;
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error;
        fault ??= error;
      }
    }
    if (fault !== undefined) throw fault;
    return false;
  }

  *[Symbol.iterator](): Generator<Value> {
    for (let i = 0; i < this.size; i++) yield this.at(i);
  }
}

export function asList(value: Value): CelList {
  if (value instanceof CelList) return value;
  throw noSuchOverload();
}
