const TEXT = /^([+-]?)(\d*)(?:\.(\d*))?(?:([numkMGTPE]?)|([KMGTPE])i|[eE]([+-]?\d{1,3}))$/;
const POWERS_OF_TEN: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const POWERS_OF_1024 = 'KMGTPE';

/** The finest step that the API keeps. */
const NANO_EXPONENT = 9;

/** An amount such as `500m`, `1.5Gi` or `2e3` in billionths, or undefined where it is none. */
export function parseQuantity(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', decimal = '', binary, exponent] = TEXT.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const shift = NANO_EXPONENT - fraction.length + (exponent === undefined ? (POWERS_OF_TEN[decimal] ?? 0) : +exponent);
  const unit = binary === undefined ? 1n : 1024n ** BigInt(POWERS_OF_1024.indexOf(binary) + 1);
  const digits = BigInt(whole + fraction) * unit;
  const size = shift >= 0 ? digits * 10n ** BigInt(shift) : dividedUp(digits, 10n ** BigInt(-shift));
  return sign === '-' ? -size : size;
}

/** Never less than was asked for. */
const dividedUp = (amount: bigint, divisor: bigint): bigint => (amount + divisor - 1n) / divisor;
