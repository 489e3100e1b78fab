/** A text that is no quantity, in the words of a real server. */
export class MalformedQuantity extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MalformedQuantity';
  }
}

export type QuantityFormat = 'decimal' | 'binary' | 'exponent';

/** `unscaled` × 10^`scale`, exact; never finer than a billionth. */
export interface Quantity {
  readonly unscaled: bigint;
  readonly scale: number;
  /** The family of its suffix, which the canonical form keeps. */
  readonly format: QuantityFormat;
  /**
   * Whether a real server keeps it as an int64 rather than as an arbitrary decimal. Only the former converts to an
   * integer in a CEL rule, so which one it is can be observed.
   */
  readonly isInt64: boolean;
}

const PATTERN = "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const TEXT = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/;
export const DECIMAL_SUFFIXES: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
export const BINARY_SUFFIXES: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/**
 * Exponents beyond this are refused, as a real server refuses those that it cannot read: it takes them up to 64 bits and
 * then computes with that many digits until its client gives up. One request must not stop a program that is one process.
 */
const LARGEST_EXPONENT = 10_000;
/** A power of 1024 that does not fit in 63 bits is cut off there; powers of ten are kept, however large. */
const LARGEST = 2n ** 63n - 1n;
/** Digits that always fit an int64. */
const INT64_DIGITS = 18;
const NANO = -9;

/** Reads a quantity exactly as a server does; throws a `MalformedQuantity` with its words. */
export function parseQuantity(text: string): Quantity {
  const [, sign, written = '', decimals = '', suffix = ''] = (text === '' ? null : TEXT.exec(text)) ?? [];
  if (sign === undefined) throw new MalformedQuantity(`quantities must match the regular expression ${PATTERN}`);
  const { base, exponent, format } = scaleOf(suffix);
  const digits = written.replace(/^0+(?=\d)/, '') || '0';
  const amount =
    shortAmount(digits, decimals, base, exponent) ??
    longAmount(`${written}${decimals}`, decimals.length, base, exponent);
  const isFraction = !amount.isInt64 && amount.scale < 0 && amount.unscaled < 10n ** BigInt(-amount.scale);
  return {
    unscaled: sign === '-' ? -amount.unscaled : amount.unscaled,
    scale: amount.scale,
    format: format === 'binary' && isFraction && amount.unscaled > 0n ? 'decimal' : format,
    isInt64: amount.isInt64,
  };
}

interface Scale {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

function scaleOf(suffix: string): Scale {
  const decimal = DECIMAL_SUFFIXES.get(suffix);
  if (decimal !== undefined) return { base: 10, exponent: decimal, format: 'decimal' };
  const power = BINARY_SUFFIXES.indexOf(suffix);
  if (power > 0) return { base: 2, exponent: power * 10, format: 'binary' };
  const exponent = Number(/^[eE]([-+]?\d+)$/.exec(suffix)?.[1] ?? Number.NaN);
  if (Math.abs(exponent) <= LARGEST_EXPONENT) return { base: 10, exponent, format: 'exponent' };
  throw new MalformedQuantity("unable to parse quantity's suffix");
}

type Amount = Pick<Quantity, 'unscaled' | 'scale' | 'isInt64'>;

/** What a server reads the fast way, into an int64; it does so where a bound on the digits shows that it fits. */
function shortAmount(digits: string, decimals: string, base: 2 | 10, exponent: number): Amount | undefined {
  const count = digits.length + decimals.length;
  const scale = (base === 10 ? exponent : 0) - decimals.length;
  if (base === 10 && (count > INT64_DIGITS || scale < NANO)) return undefined;
  if (base === 2 && (decimals !== '' || 15 - count - Math.trunc((exponent * 3) / 10) - 1 < 0)) return undefined;
  const unscaled = BigInt(digits + decimals) * (base === 2 ? 2n ** BigInt(exponent) : 1n);
  return unscaled <= LARGEST ? { unscaled, scale, isInt64: true } : undefined;
}

/** Rounded up to nano, so that a little is never nothing. */
function longAmount(digits: string, places: number, base: 2 | 10, exponent: number): Amount {
  if (digits === '') throw new MalformedQuantity('unable to parse numeric part of quantity');
  const given = BigInt(digits) * (base === 2 ? 2n ** BigInt(exponent) : 1n);
  const exact = (base === 10 ? exponent : 0) - places;
  const scale = Math.max(NANO, exact);
  const unscaled = scale === exact ? given : dividedUp(given, 10n ** BigInt(scale - exact));
  const isOverLargest = base === 2 && unscaled > LARGEST * 10n ** BigInt(-scale);
  return isOverLargest ? { unscaled: LARGEST, scale: 0, isInt64: false } : { unscaled, scale, isInt64: false };
}

const dividedUp = (amount: bigint, divisor: bigint): bigint => (amount + divisor - 1n) / divisor;
