const FACTORS: ReadonlyMap<string, number> = new Map([
  ['n', 1e-9],
  ['u', 1e-6],
  ['m', 1e-3],
  ['', 1],
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
  ['P', 1e15],
  ['E', 1e18],
  ['Ki', 2 ** 10],
  ['Mi', 2 ** 20],
  ['Gi', 2 ** 30],
  ['Ti', 2 ** 40],
  ['Pi', 2 ** 50],
  ['Ei', 2 ** 60],
]);

/**
 * A quantity as a number of whole units, rounded up; `scale` 1000 counts in thousandths. What is no quantity
 * is 0. Exact up to 2^53, which is 9 PB: for a scheduler that adds many of them. `parseQuantity` is exact.
 */
export function quantityValue(text: string | number | undefined, scale = 1): number {
  const parts = /^([+-]?\d*\.?\d*)(?:([eE][+-]?\d+)|([A-Za-z]*))$/.exec(String(text ?? '0').trim());
  if (!parts) return 0;
  const [, digits = '0', exponent = '', suffix = ''] = parts;
  const value = Number(`${digits}${exponent}`) * (FACTORS.get(suffix) ?? Number.NaN) * scale;
  if (!Number.isFinite(value)) return 0;
  // 0.1 × 3 must not become 4 tenths: rounding up ignores what binary fractions add.
  return Math.ceil(Number(value.toPrecision(15)));
}
