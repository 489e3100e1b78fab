import { BOOL, DOUBLE, declareFunction, declareMethod, INT, type Overload, QUANTITY, STRING } from '../types/index.ts';
import { EvaluationError, noSuchOverload, type Rich, type Value } from '../values/index.ts';
import { pass, unit } from './costs.ts';

const MAX = 2n ** 63n - 1n;
const fitsInt64 = (value: bigint) => BigInt.asIntN(64, value) === value;

/**
 * `unscaled` × 10^`scale`. The API server keeps small amounts as int64 and the others as arbitrary
 * decimals, and only the former convert to an integer, so which one it would be is part of the value.
 */
interface Amount {
  readonly unscaled: bigint;
  readonly scale: number;
  readonly isInt64: boolean;
}

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

const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
/** Digits that always fit an int64. */
const INT64_DIGITS = 18;
const MAX_EXPONENT = 10_000;

const FORMAT = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const NUMERIC = 'unable to parse numeric part of quantity';
const SUFFIX = "unable to parse quantity's suffix";

/** Reads a quantity as the server does; throws an EvaluationError with its words. */
export function parseQuantity(text: string): Quantity {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/.exec(text);
  if (text === '' || match === null) throw new EvaluationError(FORMAT);
  const [, sign, whole = '', fraction, suffix = ''] = match;
  const digits = whole === '' ? '0' : whole;
  const decimals = fraction ?? '';
  const { base, exponent } = suffixOf(suffix);
  // "+", "." and "m" have no digits at all.
  if (!/\d/.test(text.slice(0, text.length - suffix.length)) && /[.]|^[a-zA-Z]/.test(text))
    throw new EvaluationError(NUMERIC);
  const signed = (value: bigint) => (sign === '-' ? -value : value);
  const short = shortAmount(digits, decimals, base, exponent);
  if (short !== undefined) return new Quantity({ ...short, unscaled: signed(short.unscaled) });
  const amount = longAmount(digits, decimals, base, exponent);
  return new Quantity({ ...amount, unscaled: signed(amount.unscaled) });
}

function suffixOf(suffix: string): { base: 2 | 10; exponent: number } {
  if (Object.hasOwn(DECIMAL, suffix)) return { base: 10, exponent: DECIMAL[suffix] ?? 0 };
  if (Object.hasOwn(BINARY, suffix)) return { base: 2, exponent: BINARY[suffix] ?? 0 };
  const power = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1];
  if (power === undefined) throw new EvaluationError(SUFFIX);
  const exponent = Number(power);
  // Beyond any number that is meant seriously, and too large to compute with.
  if (Math.abs(exponent) > MAX_EXPONENT) throw new EvaluationError(SUFFIX);
  return { base: 10, exponent };
}

function shortAmount(digits: string, decimals: string, base: 2 | 10, exponent: number): Amount | undefined {
  const count = digits.length + decimals.length;
  const scale = (base === 10 ? exponent : 0) - decimals.length;
  if (base === 10 && (count > INT64_DIGITS || scale < -9)) return undefined;
  if (base === 2 && (decimals !== '' || 15 - count - Math.trunc((exponent * 3) / 10) - 1 < 0)) return undefined;
  const unscaled = BigInt(digits + decimals) * (base === 2 ? 2n ** BigInt(exponent) : 1n);
  return fitsInt64(unscaled) ? { unscaled, scale, isInt64: true } : undefined;
}

/** Rounded up to nano, so that a little is never nothing. */
function longAmount(digits: string, decimals: string, base: 2 | 10, exponent: number): Amount {
  let unscaled = BigInt(digits + decimals);
  let scale = -decimals.length;
  if (base === 2) unscaled *= 2n ** BigInt(exponent);
  else scale += exponent;
  if (scale < -9) {
    const divisor = 10n ** BigInt(-9 - scale);
    unscaled = (unscaled + divisor - 1n) / divisor;
    scale = -9;
  }
  const isOverMax = base === 2 && unscaled > MAX * 10n ** BigInt(-scale);
  return isOverMax ? { unscaled: MAX, scale: 0, isInt64: false } : { unscaled, scale, isInt64: false };
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

function isQuantity(text: string): boolean {
  try {
    parseQuantity(text);
    return true;
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

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
  declareFunction('quantity', [STRING], QUANTITY, parseQuantity, pass),
  declareFunction('isQuantity', [STRING], BOOL, isQuantity, pass),
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
