import { MalformedQuantity, parseQuantity, type Quantity } from './quantity.ts';

const NANO = 10n ** 9n;

/** In billionths, the finest that a server keeps. */
export function nanosOf({ unscaled, scale }: Pick<Quantity, 'unscaled' | 'scale'>): bigint {
  return unscaled * 10n ** BigInt(scale + 9);
}

/** A text in billionths; undefined where it is no quantity. */
export function quantityNanos(text: string): bigint | undefined {
  try {
    return nanosOf(parseQuantity(text));
  } catch (error) {
    if (error instanceof MalformedQuantity) return undefined;
    throw error;
  }
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compareQuantities(a: string, b: string): number {
  if (a === b) return 0;
  const difference = nanosOf(parseQuantity(a)) - nanosOf(parseQuantity(b));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whole units, rounded up. */
export function wholeUnits(text: string): bigint {
  const nanos = nanosOf(parseQuantity(text));
  return nanos > 0n ? (nanos + NANO - 1n) / NANO : nanos / NANO;
}
