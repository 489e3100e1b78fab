import { nanosOf } from './amounts.ts';
import { BINARY_SUFFIXES, DECIMAL_SUFFIXES, parseQuantity, type Quantity, type QuantityFormat } from './quantity.ts';

const NANO = 10n ** 9n;
const MILLI = 10n ** 6n;
const SUFFIXES: ReadonlyMap<number, string> = new Map([...DECIMAL_SUFFIXES].map(([suffix, power]) => [power, suffix]));

/** Most quantities on the wire are a small whole number with at most one of these, and canonical already. */
const COMMON = /^(?:0|[1-9][0-9]{0,2}(?:m|Ki|Mi|Gi)?)$/;

/** The text that stands for a quantity and all its other spellings: `1000m` is `1`, `1024Mi` is `1Gi`. */
export function canonicalQuantity(text: string): string {
  return COMMON.test(text) ? text : canonicalText(parseQuantity(text));
}

/** Rounded up to thousandths, the finest that resources of pods and nodes have. */
export function canonicalResource(text: string): string {
  if (COMMON.test(text)) return text;
  const quantity = parseQuantity(text);
  const nanos = nanosOf(quantity);
  const rest = nanos % MILLI;
  const up = rest > 0n ? nanos + MILLI - rest : rest < 0n ? nanos - MILLI - rest : nanos;
  return textOfNanos(up, quantity.format);
}

/** The sum is shown in the manner of the first, unless that is nothing. */
export function addQuantities(a: string, b: string): string {
  const [first, second] = [parseQuantity(a), parseQuantity(b)];
  const format = first.unscaled === 0n ? second.format : first.format;
  return textOfNanos(nanosOf(first) + nanosOf(second), format);
}

export function subtractQuantities(a: string, b: string): string {
  const [first, second] = [parseQuantity(a), parseQuantity(b)];
  const format = first.unscaled === 0n ? second.format : first.format;
  return textOfNanos(nanosOf(first) - nanosOf(second), format);
}

/** Thousandths as a quantity in its shortest exact form. */
export function quantityOfMilli(milli: number, format: QuantityFormat = 'decimal'): string {
  return textOfNanos(BigInt(Math.ceil(milli)) * MILLI, format);
}

export function canonicalText(quantity: Quantity): string {
  return textOfNanos(nanosOf(quantity), quantity.format);
}

function textOfNanos(nanos: bigint, format: QuantityFormat): string {
  if (nanos === 0n) return '0';
  const size = nanos < 0n ? -nanos : nanos;
  const sign = nanos < 0n ? '-' : '';
  if (format === 'binary' && size >= 1024n * NANO && size % NANO === 0n) {
    let amount = size / NANO;
    let power = 0;
    for (; power < BINARY_SUFFIXES.length - 1 && amount % 1024n === 0n; power++) amount /= 1024n;
    return `${sign}${amount}${BINARY_SUFFIXES[power]}`;
  }
  let amount = size;
  let exponent = -9;
  for (; amount % 1000n === 0n; exponent += 3) amount /= 1000n;
  if (format === 'exponent') return `${sign}${amount}${exponent === 0 ? '' : `e${exponent}`}`;
  // Above E there is no suffix, and a real server writes none: 1000E becomes 1.
  return `${sign}${amount}${SUFFIXES.get(exponent) ?? ''}`;
}
