/** What a scalar of YAML is in JSON. */
export type Scalar = string | number | bigint | boolean | null;

const WORDS: ReadonlyMap<string, Scalar> = new Map([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
]);
const LONGEST_WORD = 5;

const MAYBE_NUMBER = /^[-+.]?[\d.]/;
const SHORT_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
const INTEGER = /^([-+]?)(?:(0[bB][01]+|0[xX][\da-fA-F]+)|0[oO]?([0-7]+)|(0|[1-9]\d*))$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const [MIN_INT64, MAX_INT64, MAX_UINT64] = [-(2n ** 63n), 2n ** 63n - 1n, 2n ** 64n - 1n];

/**
 * What a scalar without quotes and tag means to the YAML library of the API server: the words and octals of YAML 1.1,
 * no base-60 numbers and no timestamps. An integer that fits int64 is exact. Infinite numbers and NaN come as numbers.
 */
export function plainScalar(text: string): Scalar {
  if (text.length <= LONGEST_WORD) {
    const word = WORDS.get(text);
    if (word !== undefined) return word;
  }
  if (!MAYBE_NUMBER.test(text)) return text;
  if (SHORT_INTEGER.test(text)) return Number(text);
  if (NOT_FINITE.test(text)) {
    if (/n$/i.test(text)) return Number.NaN;
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  return numberOf(text) ?? text;
}

function numberOf(text: string): number | bigint | undefined {
  // Underscores are left out of numbers, but not behind a leading point.
  const plain = text.startsWith('.') ? text : text.replaceAll('_', '');
  const integer = integerOf(plain);
  if (integer !== undefined) return integer;
  if (!FLOAT.test(plain)) return undefined;
  const float = Number(plain);
  // Beyond float64 it is no number at all.
  return Number.isFinite(float) ? float : undefined;
}

function integerOf(plain: string): number | bigint | undefined {
  const match = INTEGER.exec(plain);
  if (match === null) return undefined;
  const [, sign, prefixed, octal, decimal] = match;
  const absolute = BigInt(prefixed ?? (octal === undefined ? (decimal as string) : `0o${octal}`));
  const exact = sign === '-' ? -absolute : absolute;
  if (exact < MIN_INT64 || exact > MAX_UINT64) return undefined;
  const near = Number(exact);
  return Number.isSafeInteger(near) || exact > MAX_INT64 ? near : exact;
}
