/** Go's `%g` of a float64: the shortest digits, an exponent below 1e-4 and from 1e6 on. */
export function printDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return `${value}`;
  return `${digits}e${power < 0 ? '-' : '+'}${`${Math.abs(power)}`.padStart(2, '0')}`;
}

/** A double with exactly `precision` decimals. JavaScript stops at 100. */
export function fixed(value: number, precision: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '-∞';
  const whole = exactFixed(value, Math.min(precision, 100));
  return precision > 100 ? whole + '0'.repeat(precision - 100) : whole;
}

/** `toFixed` switches to an exponent from 1e21 on. */
function exactFixed(value: number, precision: number): string {
  if (Math.abs(value) < 1e21) return value.toFixed(precision);
  const digits = `${BigInt(value)}`;
  return precision === 0 ? digits : `${digits}.${'0'.repeat(precision)}`;
}

/** Thousands set apart, as in the locale that the API server prints with. */
export function grouped(text: string): string {
  return text.replace(/^-?\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','));
}

const RAISED = Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹');

/** `1.5 × 10⁰³`: the locale's way, too. The precision of `%.2e` is read as a width there and has no effect. */
export function scientific(value: number): string {
  if (!Number.isFinite(value)) return fixed(value, 0);
  const [digits = '0', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  const raised = Array.from(`${Math.abs(power)}`.padStart(2, '0'), (digit) => RAISED[Number(digit)] ?? '').join('');
  return `${digits} × 10${power < 0 ? '⁻' : ''}${raised}`;
}
