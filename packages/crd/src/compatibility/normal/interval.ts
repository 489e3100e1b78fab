import type { JsonSchema } from '../../schema/index.ts';

/** A bound that is never reached by any value has its end at the other side of infinity. */
export interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
}

export interface Interval {
  readonly low: Bound;
  readonly high: Bound;
}

const INT64 = 2 ** 63;

/** What type and format alone let through. */
function impliedRange(type: string, format: string): { readonly low: number; readonly high: number } {
  if (type === 'integer')
    return format === 'int32' ? { low: -(2 ** 31), high: 2 ** 31 - 1 } : { low: -INT64, high: INT64 };
  return { low: -Infinity, high: Infinity };
}

/**
 * Whether the server can hold the bound as a value of the type; it refuses every value otherwise
 * (N07). The ends of int64 are float64 here and count as outside.
 */
function canHold(bound: number, type: string, format: string): boolean {
  if (type !== 'integer') return true;
  const { low, high } = impliedRange(type, format);
  return Number.isInteger(bound) && bound >= low && bound <= high && Math.abs(bound) < INT64;
}

/** The values that bounds, type and format leave (N06). */
export function intervalOf(schema: JsonSchema, type: string, format: string): Interval {
  const range = impliedRange(type, format);
  const [minimum, maximum] = [schema.minimum, schema.maximum].map((bound) =>
    bound === undefined ? bound : Number(bound),
  );
  return {
    low:
      minimum === undefined
        ? { value: range.low, isExclusive: false }
        : canHold(minimum, type, format)
          ? lowest(minimum, schema.exclusiveMinimum === true, type, range.low)
          : { value: Infinity, isExclusive: true },
    high:
      maximum === undefined
        ? { value: range.high, isExclusive: false }
        : canHold(maximum, type, format)
          ? highest(maximum, schema.exclusiveMaximum === true, type, range.high)
          : { value: -Infinity, isExclusive: true },
  };
}

function lowest(bound: number, isExclusive: boolean, type: string, implied: number): Bound {
  if (type === 'integer' && isExclusive && Number.isSafeInteger(bound)) return lowest(bound + 1, false, type, implied);
  return { value: Math.max(bound, implied), isExclusive };
}

function highest(bound: number, isExclusive: boolean, type: string, implied: number): Bound {
  if (type === 'integer' && isExclusive && Number.isSafeInteger(bound)) return highest(bound - 1, false, type, implied);
  return { value: Math.min(bound, implied), isExclusive };
}

/** Below 0: `b` lets less through at this end. */
export function compareHigh(a: Bound, b: Bound): number {
  return a.value === b.value ? Number(a.isExclusive) - Number(b.isExclusive) : b.value - a.value;
}

/** Below 0: `b` lets less through at this end. */
export function compareLow(a: Bound, b: Bound): number {
  return a.value === b.value ? Number(a.isExclusive) - Number(b.isExclusive) : a.value - b.value;
}

/**
 * The same of both ends as values written without fraction meet them on a number: the server cuts the bound
 * towards 0 (N07). What int64 cannot hold becomes another bound on every processor: the old one may have let
 * everything through, and the new one nothing.
 */
export function compareWhole(a: Bound, b: Bound, compare: typeof compareHigh): number {
  const isBeyond = ({ value }: Bound): boolean => Number.isFinite(value) && Math.abs(value) >= INT64;
  if (isBeyond(a) || isBeyond(b)) return isBeyond(a) && isBeyond(b) && a.value < 0 === b.value < 0 ? 0 : -1;
  const cut = ({ value, isExclusive }: Bound): Bound => ({ value: Math.trunc(value), isExclusive });
  return compare(cut(a), cut(b));
}

/** Whether whatever is a multiple of one number is a multiple of another, with and without fraction (N07). */
export function isMultiple(number: number, divisor: number): boolean {
  const [whole, wholeDivisor] = [Math.trunc(number), Math.trunc(divisor)];
  return Number.isInteger(number / divisor) && (whole === 0 || Number.isInteger(whole / wholeDivisor));
}

/** `multipleOf` as the server applies it: undefined where absent, 0 where it refuses every value (N07). */
export function divisorOf(schema: JsonSchema, type: string, format: string): number | undefined {
  if (schema.multipleOf === undefined) return undefined;
  const multipleOf = Number(schema.multipleOf);
  return multipleOf > 0 && canHold(multipleOf, type, format) ? multipleOf : 0;
}
