/** What a number counts, and so how it is written for people. */
export type Unit = 'ratio' | 'seconds' | 'per-second';

interface Asked {
  readonly success: string | undefined;
  readonly failure: string | undefined;
  readonly unit: Unit | undefined;
}

/** `51 %, at least 95 % asked`: the value in as many digits as tell it from what is asked, and no more. */
export function measuredWords(result: number, baseline: number | undefined, asked: Asked): string {
  const limit = limitOf(asked.success, HOLDS) ?? limitOf(asked.failure, BREAKS);
  const beside = [0, 1, ...(limit ? [limit.value] : []), ...(baseline === undefined ? [] : [baseline])];
  const value = printed(result, asked.unit, beside);
  const before = baseline === undefined ? '' : `, before ${printed(baseline, asked.unit, [0, 1, result])}`;
  const words = limit ? `${limit.words} ${printed(limit.value, asked.unit, [])} asked` : conditionWords(asked);
  return `${value}${before}${words === '' ? '' : `, ${words}`}`;
}

const HOLDS: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
  '==': 'exactly',
};
/** What must not be, as what must. */
const BREAKS: Readonly<Record<string, string>> = {
  '<': 'at least',
  '<=': 'more than',
  '>': 'at most',
  '>=': 'less than',
};

const COMPARED = /^\s*result\s*(>=|<=|==|>|<)\s*(-?\d+(?:\.\d+)?)\s*$/;

/** Of a condition that compares the value with a number; others are printed as they are written. */
function limitOf(
  condition: string | undefined,
  words: Readonly<Record<string, string>>,
): { readonly words: string; readonly value: number } | undefined {
  const [, operator = '', number = ''] = COMPARED.exec(condition ?? '') ?? [];
  const stated = words[operator];
  return stated === undefined ? undefined : { words: stated, value: Number(number) };
}

function conditionWords({ success, failure }: Asked): string {
  if (success !== undefined) return `asked is ${success}`;
  return failure === undefined ? '' : `it fails with ${failure}`;
}

const MOST_DIGITS = 8;

/** Rounded, but never to one of the numbers beside it that it is not: 94.96 % is not the 95 % that are asked. */
function printed(value: number, unit: Unit | undefined, beside: readonly number[]): string {
  const scale = unit === 'ratio' ? 100 : 1;
  const round = (digits: number): number =>
    unit === 'ratio' ? Number((value * scale).toFixed(digits)) : Number(value.toPrecision(digits + 3));
  const isTaken = (rounded: number): boolean =>
    beside.some((other) => other !== value && Math.abs(rounded - other * scale) < 1e-9);
  const digits = Array.from({ length: MOST_DIGITS }, (_, at) => at).find((at) => !isTaken(round(at))) ?? MOST_DIGITS;
  return `${round(digits)}${unit === undefined ? '' : UNITS[unit]}`;
}

const UNITS: Readonly<Record<Unit, string>> = { ratio: ' %', seconds: ' s', 'per-second': ' per second' };
