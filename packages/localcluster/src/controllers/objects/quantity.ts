const SUFFIXES: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** A quantity (`500m`, `1Gi`, `2e3`) in thousandths, rounded up. */
export function milliValue(quantity: string | number): number {
  if (typeof quantity === 'number') return Math.ceil(quantity * 1000);
  const [, number = '0', suffix = ''] = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([a-zA-Z]*)$/.exec(quantity.trim()) ?? [];
  // Rounded before it is rounded up: 0.1 × 1000 is a little more than 100.
  return Math.ceil(Number((Number(number) * (SUFFIXES[suffix] ?? 1) * 1000).toPrecision(15)));
}

const DECIMAL = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Thousandths as a quantity in its shortest exact form. */
export function quantityOf(milli: number, form: 'decimal' | 'binary' = 'decimal'): string {
  if (milli % 1000 !== 0) return `${milli}m`;
  const [suffixes, base] = form === 'binary' ? [BINARY, 1024] : [DECIMAL, 1000];
  let value = milli / 1000;
  let step = 0;
  while (value !== 0 && value % base === 0 && step < suffixes.length - 1) {
    value /= base;
    step++;
  }
  return `${value}${suffixes[step]}`;
}
