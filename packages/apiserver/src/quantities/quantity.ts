/** A text that is no quantity, in the words of a real server. */
export class MalformedQuantity extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MalformedQuantity';
  }
}

type Format = 'decimal' | 'binary' | 'exponent';

export interface Quantity {
  /** In billionths: the finest that a server keeps. */
  readonly nanos: bigint;
  /** The family of its suffix, which the canonical form keeps. */
  readonly format: Format;
}

const TEXT = /^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const NUMBER = /^([+-]?)([0-9]*)(?:\.([0-9]*))?$/;
const NANO = 10n ** 9n;
/** A power of 1024 that does not fit in 63 bits is cut off there; powers of ten are kept, however large. */
const LARGEST = (2n ** 63n - 1n) * NANO;

const DECIMAL_SUFFIXES: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
/**
 * Exponents beyond this are refused, as a real server refuses those that it cannot read: it takes them up to 64 bits and
 * then computes with that many digits until its client gives up. One request must not stop a cluster that is one process.
 */
const LARGEST_EXPONENT = 10_000;
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

export function parseQuantity(text: string): Quantity {
  const [, amount, suffix = ''] = TEXT.exec(text) ?? [];
  if (amount === undefined)
    throw new MalformedQuantity(`quantities must match the regular expression '${TEXT.source}'`);
  const [, sign, whole = '', fraction = ''] = NUMBER.exec(amount) ?? [];
  if (whole === '' && fraction === '') {
    throw new MalformedQuantity(`quantities must match the regular expression '${TEXT.source}'`);
  }
  const { format, factor, shift } = scaleOf(suffix);
  // The fraction's own digits and the suffix are one shift of the decimal point, so nothing is lost before rounding.
  const digits = BigInt(`${whole}${fraction}`) * factor;
  const nanos = shiftedUp(digits, 9 + shift - fraction.length);
  const capped = format === 'binary' && nanos > LARGEST ? LARGEST : nanos;
  return { nanos: sign === '-' ? -capped : capped, format };
}

function scaleOf(suffix: string): { format: Format; factor: bigint; shift: number } {
  const decimal = DECIMAL_SUFFIXES[suffix];
  if (decimal !== undefined && Object.hasOwn(DECIMAL_SUFFIXES, suffix)) {
    return { format: 'decimal', factor: 1n, shift: decimal };
  }
  const power = BINARY_SUFFIXES.indexOf(suffix);
  if (power > 0) return { format: 'binary', factor: 1024n ** BigInt(power), shift: 0 };
  const exponent = /^[eE]([-+]?[0-9]+)$/.exec(suffix)?.[1];
  if (exponent === undefined || Math.abs(Number(exponent)) > LARGEST_EXPONENT) {
    throw new MalformedQuantity("unable to parse quantity's suffix");
  }
  return { format: 'exponent', factor: 1n, shift: Number(exponent) };
}

/** `digits` × 10^`places`, rounded away from zero where digits fall off: never less than was asked for. */
function shiftedUp(digits: bigint, places: number): bigint {
  if (places >= 0) return digits * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  return (digits + divisor - 1n) / divisor;
}

/** The text that stands for a quantity and all its other spellings: `1000m` is `1`, `1024Mi` is `1Gi`. */
export function canonicalText({ nanos, format }: Quantity): string {
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
  const suffix = Object.keys(DECIMAL_SUFFIXES).find((name) => DECIMAL_SUFFIXES[name] === exponent) ?? '';
  return `${sign}${amount}${suffix}`;
}

/** Most quantities on the wire are a small whole number with at most one of these, and canonical already. */
const COMMON = /^(?:0|[1-9][0-9]{0,2}(?:m|Ki|Mi|Gi)?)$/;

export function canonicalQuantity(text: string): string {
  return COMMON.test(text) ? text : canonicalText(parseQuantity(text));
}

/** Rounded up to thousandths, the finest that resources of pods and nodes have. */
export function canonicalResource(text: string): string {
  if (COMMON.test(text)) return text;
  const { nanos, format } = parseQuantity(text);
  const MILLI = 1_000_000n;
  const rest = nanos % MILLI;
  const up = rest > 0n ? nanos + MILLI - rest : rest < 0n ? nanos - MILLI - rest : nanos;
  return canonicalText({ nanos: up, format });
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compareQuantities(a: string, b: string): number {
  if (a === b) return 0;
  const difference = parseQuantity(a).nanos - parseQuantity(b).nanos;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whole units, rounded up. */
export function wholeUnits(text: string): bigint {
  const { nanos } = parseQuantity(text);
  return nanos > 0n ? (nanos + NANO - 1n) / NANO : nanos / NANO;
}

export function addQuantities(a: string, b: string): string {
  const first = parseQuantity(a);
  return canonicalText({ nanos: first.nanos + parseQuantity(b).nanos, format: first.format });
}
