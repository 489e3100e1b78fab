/**
 * A value while a rule runs. `bigint` is CEL's int and `number` its double, so the two never mix by
 * accident; everything JavaScript has no type for is a class.
 */
export type Value = boolean | bigint | number | string | null | Uint8Array | Rich;

/** Values that know their type and how to compare themselves. */
export interface Rich {
  /** Name of the type, as `type()` prints it. */
  readonly typeName: string;
  equals(other: Value): boolean;
}

/** CEL's error value. `&&`, `||` and `?:` decide whether it matters; it is no fault of this program. */
export class EvaluationError extends Error {}

export function noSuchOverload(): EvaluationError {
  return new EvaluationError('no such overload');
}

/** Evaluation is stopped for good: no operator absorbs this. */
export class CostExceeded extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/** The server's evaluation breaks down here, so the rule fails whatever stands around this. */
export class Breakdown extends Error {}

/** An unsigned integer, 0 to 2^64 - 1. */
export class Uint implements Rich {
  readonly typeName = 'uint';
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }

  equals(other: Value): boolean {
    const number = numberOf(other);
    return number !== undefined && compareNumbers(this.value, number) === 0;
  }
}

/** The type of a value, as a value. */
export class TypeValue implements Rich {
  readonly typeName = 'type';
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  equals(other: Value): boolean {
    return other instanceof TypeValue && other.name === this.name;
  }
}

/** A value that may be missing. */
export class Optional implements Rich {
  static readonly none = new Optional(undefined);

  readonly typeName = 'optional_type';
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }

  equals(other: Value): boolean {
    if (!(other instanceof Optional)) return false;
    if (this.value === undefined || other.value === undefined) return this.value === other.value;
    return equal(this.value, other.value);
  }

  get(): Value {
    if (this.value === undefined) throw new EvaluationError('optional.none() dereference');
    return this.value;
  }
}

export function typeNameOf(value: Value): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    default:
      if (value === null) return 'null_type';
      return value instanceof Uint8Array ? 'bytes' : value.typeName;
  }
}

/** The value of any numeric type, else undefined. */
export function numberOf(value: Value): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return value instanceof Uint ? value.value : undefined;
}

/** -1, 0, 1, or NaN where a NaN is involved. JavaScript compares bigint and number exactly. */
export function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return a >= b ? 0 : Number.NaN;
}

/** CEL equality: numbers by value whatever their type, different types are unequal, null only equals null. */
export function equal(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a === 'object') {
    if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0;
    return a.equals(b);
  }
  if (typeof a === 'bigint' || typeof a === 'number') {
    const number = numberOf(b);
    return number !== undefined && compareNumbers(a, number) === 0;
  }
  return a === b;
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
}
