import {
  MalformedQuantity,
  type Quantity as Parsed,
  parseQuantity,
  quantityNanos,
} from '@slipway/apimachinery/quantity';
import { BOOL, DOUBLE, declareFunction, declareMethod, INT, type Overload, QUANTITY, STRING } from '../types/index.ts';
import { EvaluationError, noSuchOverload, type Rich, type Value } from '../values/index.ts';
import { pass, unit } from './costs.ts';

const fitsInt64 = (value: bigint) => BigInt.asIntN(64, value) === value;

/** Which of the two the server would keep is part of the value: only an int64 converts to an integer. */
type Amount = Pick<Parsed, 'unscaled' | 'scale' | 'isInt64'>;

/** A resource quantity. */
export class Quantity implements Rich {
  readonly typeName = 'kubernetes.Quantity';
  readonly amount: Amount;
  /** Made by add or sub: the server cannot find such a quantity equal when it stands on the right. */
  readonly isComputed: boolean;

  constructor(amount: Amount, isComputed = false) {
    this.amount = amount;
    this.isComputed = isComputed;
  }

  equals(other: Value): boolean {
    if (!(other instanceof Quantity) || other.isComputed) throw noSuchOverload();
    return compareQuantities(this, other) === 0n;
  }

  /** As an int64; undefined where the server cannot say it. */
  integer(): bigint | undefined {
    const { unscaled, scale, isInt64 } = this.amount;
    if (!isInt64 || scale < 0) return undefined;
    const value = unscaled * 10n ** BigInt(scale);
    return fitsInt64(value) ? value : undefined;
  }
}

/** Reads a quantity as the server does; throws an EvaluationError with its words. */
function quantityOf(text: string): Quantity {
  try {
    return new Quantity(parseQuantity(text));
  } catch (error) {
    throw error instanceof MalformedQuantity ? new EvaluationError(error.message) : error;
  }
}

function align(a: Amount, b: Amount): [bigint, bigint, number] {
  const scale = Math.min(a.scale, b.scale);
  const at = ({ unscaled, scale: own }: Amount) => unscaled * 10n ** BigInt(own - scale);
  return [at(a), at(b), scale];
}

function compareQuantities(a: Quantity, b: Quantity): bigint {
  const [left, right] = align(a.amount, b.amount);
  return left < right ? -1n : left > right ? 1n : 0n;
}

function add(a: Quantity, b: Quantity, sign: 1n | -1n): Quantity {
  if (b.amount.unscaled === 0n && b.amount.isInt64) return new Quantity(a.amount, true);
  if (a.amount.unscaled === 0n && a.amount.isInt64 && b.amount.isInt64) {
    return new Quantity({ ...b.amount, unscaled: sign * b.amount.unscaled }, true);
  }
  const [left, right, scale] = align(a.amount, b.amount);
  const unscaled = left + sign * right;
  const isInt64 = a.amount.isInt64 && b.amount.isInt64 && [left, right, unscaled].every(fitsInt64);
  return new Quantity({ unscaled, scale, isInt64 }, true);
}

const whole = (value: bigint) => new Quantity({ unscaled: value, scale: 0, isInt64: true });

function asInteger(quantity: Quantity): bigint {
  const value = quantity.integer();
  if (value === undefined) throw new EvaluationError('cannot convert value to integer');
  return value;
}

function asFloat({ amount: { unscaled, scale } }: Quantity): number {
  return scale === 0 ? Number(unscaled) : Number(unscaled) * 10 ** scale;
}

const sign = ({ amount: { unscaled } }: Quantity) => (unscaled > 0n ? 1n : unscaled < 0n ? -1n : 0n);
const PAIR = [QUANTITY, QUANTITY];

export const QUANTITIES: readonly Overload[] = [
  declareFunction('quantity', [STRING], QUANTITY, quantityOf, pass),
  declareFunction('isQuantity', [STRING], BOOL, (text: string) => quantityNanos(text) !== undefined, pass),
  declareFunction('sign', [QUANTITY], INT, sign, unit),
  declareMethod('isGreaterThan', PAIR, BOOL, (a: Quantity, b: Quantity) => compareQuantities(a, b) > 0n, unit),
  declareMethod('isLessThan', PAIR, BOOL, (a: Quantity, b: Quantity) => compareQuantities(a, b) < 0n, unit),
  declareMethod('compareTo', PAIR, INT, compareQuantities, unit),
  declareMethod('asApproximateFloat', [QUANTITY], DOUBLE, asFloat, unit),
  declareMethod('asInteger', [QUANTITY], INT, asInteger, unit),
  declareMethod('isInteger', [QUANTITY], BOOL, (quantity: Quantity) => quantity.integer() !== undefined, unit),
  declareMethod('add', PAIR, QUANTITY, (a: Quantity, b: Quantity) => add(a, b, 1n), unit),
  declareMethod('add', [QUANTITY, INT], QUANTITY, (a: Quantity, b: bigint) => add(a, whole(b), 1n), unit),
  declareMethod('sub', PAIR, QUANTITY, (a: Quantity, b: Quantity) => add(a, b, -1n), unit),
  declareMethod('sub', [QUANTITY, INT], QUANTITY, (a: Quantity, b: bigint) => add(a, whole(b), -1n), unit),
];
