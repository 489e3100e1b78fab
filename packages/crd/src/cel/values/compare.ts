import { compareStrings } from './size.ts';
import { Duration, Timestamp } from './time.ts';
import { compareBytes, compareNumbers, EvaluationError, noSuchOverload, numberOf, type Value } from './value.ts';

/** -1, 0 or 1 for two values that have an order: numbers of any type, or two values of one type. */
export function compare(a: Value, b: Value): number {
  const left = numberOf(a);
  const right = numberOf(b);
  if (left !== undefined && right !== undefined) {
    const order = compareNumbers(left, right);
    if (Number.isNaN(order)) throw new EvaluationError('NaN values cannot be ordered');
    return order;
  }
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  if (a instanceof Timestamp && b instanceof Timestamp) return compareNumbers(a.nanoseconds, b.nanoseconds);
  if (a instanceof Duration && b instanceof Duration) return compareNumbers(a.nanoseconds, b.nanoseconds);
  throw noSuchOverload();
}
