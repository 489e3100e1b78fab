import type { JsonSchema } from './crd.ts';
import { goFloat, goNumber } from './go-text.ts';

// Numbers as Go holds them: an integer that fits is an int64, everything else a float64. Bounds are
// float64 in either case and are cut to int64 when an integer is compared with them.

/** Whether the server would hold the number as int64. */
export function isInt64(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/** A refusal by a number check: with `value` it names the field, without it only the path inside the text. */
export interface NumberFault {
  readonly text: string;
  readonly value?: number | bigint;
  /** How the server prints the value: as a float64 where it compared one. */
  readonly shown?: string;
}

const MIN_INT64 = -(2n ** 63n);

/** `int64(float)` on amd64: cut towards 0; what does not fit becomes the smallest integer. */
function cutToInt64(value: number): bigint {
  return Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : MIN_INT64;
}

/** Whether a float is an integer for JSON Schema: within ±2^53, and a relative error of 1e-9 is forgiven upwards. */
export function isJsonInteger(value: number): boolean {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  if (Number.isInteger(value)) return true;
  const whole = Math.trunc(value);
  if (value < 0 || whole === 0) return false;
  return (value - whole) / (value + whole) < 1e-9;
}

/** Which range a type and format allow; `undefined` checks nothing. */
export type NumberRange = 'int32' | 'int64' | 'float' | undefined;

function isInRange(value: number | bigint, range: NumberRange): boolean {
  switch (range) {
    case 'int32':
      return value >= -(2 ** 31) && value < 2 ** 31 && isInt64(value);
    case 'int64':
      return typeof value === 'bigint' || (Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63);
    case 'float':
      return Number.isFinite(Math.fround(Number(value)));
    default:
      return true;
  }
}

const NO_FAULTS: readonly NumberFault[] = [];

/** The number keywords of one schema, ready to be applied. */
export class NumberCheck {
  readonly #type: string;
  readonly #format: string;
  readonly #range: NumberRange;
  readonly #schema: JsonSchema;
  readonly #hasBounds: boolean;

  /** `type` and `format` are empty where the schema allows several types: no range is checked then. */
  constructor(schema: JsonSchema, type: string, format: string) {
    this.#schema = schema;
    this.#hasBounds = schema.multipleOf !== undefined || schema.minimum !== undefined || schema.maximum !== undefined;
    this.#type = type === 'integer' || type === 'number' ? type : '';
    this.#format = this.#type === '' ? '' : format;
    if (this.#type === 'integer') this.#range = format === 'int32' ? 'int32' : 'int64';
    else this.#range = format === 'float' ? 'float' : undefined;
  }

  /** What is wrong with `value`; `path` is where it stands, for the sentences of the server. */
  faults(value: number | bigint, path: () => string): readonly NumberFault[] {
    if (!this.#hasBounds && isInRange(value, this.#range)) return NO_FAULTS;
    const { multipleOf, minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = this.#schema;
    const faults: NumberFault[] = [];
    if (!isInRange(value, this.#range)) faults.push(this.#outOfRange('Checked', path));
    if (multipleOf !== undefined) faults.push(...this.#multipleOf(value, Number(multipleOf), path));
    if (minimum !== undefined) {
      const words = exclusiveMinimum ? 'greater than' : 'greater than or equal to';
      const isBelow = exclusiveMinimum ? atMost : lessThan;
      faults.push(...this.#bound(value, Number(minimum), 'Minimum boundary', words, isBelow, path));
    }
    if (maximum !== undefined) {
      const words = exclusiveMaximum ? 'less than' : 'less than or equal to';
      const isAbove = exclusiveMaximum ? atLeast : moreThan;
      faults.push(...this.#bound(value, Number(maximum), 'Maximum boundary', words, isAbove, path));
    }
    return faults;
  }

  #bound(
    value: number | bigint,
    bound: number,
    name: string,
    words: string,
    isBeyond: (value: number | bigint, bound: number | bigint) => boolean,
    path: () => string,
  ): NumberFault[] {
    const fits = isInRange(bound, this.#range);
    const limit = fits && isInt64(value) ? cutToInt64(bound) : bound;
    const faults = fits ? [] : [this.#outOfRange(name, path)];
    if (isBeyond(value, limit)) {
      const text = `${path()} in body should be ${words} ${print(limit)}`;
      faults.push({ text, value, shown: fits ? goNumber(value) : goFloat(Number(value)) });
    }
    return faults;
  }

  #multipleOf(value: number | bigint, multipleOf: number, path: () => string): NumberFault[] {
    const fits = isInRange(multipleOf, this.#range);
    const faults = fits ? [] : [this.#outOfRange('MultipleOf', path)];
    const isInteger = fits && isInt64(value);
    const factor = isInteger ? cutToInt64(multipleOf) : multipleOf;
    if (factor <= 0) {
      faults.push({
        text: `factor MultipleOf declared for ${path()} must be positive: ${goNumber(factor)}`,
        value: factor,
      });
      return faults;
    }
    const isMultiple =
      typeof factor === 'bigint'
        ? BigInt(value) % factor === 0n
        : isJsonInteger(factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor);
    if (!isMultiple) {
      const shown = isInteger ? goNumber(value) : goFloat(Number(value));
      faults.push({ text: `${path()} in body should be a multiple of ${print(factor)}`, value, shown });
    }
    return faults;
  }

  #outOfRange(what: string, path: () => string): NumberFault {
    const format = this.#format === '' ? '(default format)' : `with format ${this.#format}`;
    return { text: `${what} value must be of type ${this.#type} ${format} in ${path()}` };
  }
}

/** A bound that was cut to int64 is a bigint here; any other is a float64. */
function print(bound: number | bigint): string {
  return typeof bound === 'bigint' ? `${bound}` : goFloat(bound);
}

const lessThan = (value: number | bigint, bound: number | bigint) => value < bound;
const atMost = (value: number | bigint, bound: number | bigint) => value <= bound;
const moreThan = (value: number | bigint, bound: number | bigint) => value > bound;
const atLeast = (value: number | bigint, bound: number | bigint) => value >= bound;
