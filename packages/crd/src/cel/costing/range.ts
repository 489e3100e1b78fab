/** From and to; `max` is Infinity where nothing is known. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export const NOTHING: Range = { min: 0, max: 0 };
export const UNKNOWN: Range = { min: 0, max: Number.POSITIVE_INFINITY };

export const exactly = (value: number): Range => ({ min: value, max: value });

/** 0 times unknown is 0. */
const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : a * b);

export function add(...ranges: readonly Range[]): Range {
  return ranges.reduce((sum, { min, max }) => ({ min: sum.min + min, max: sum.max + max }), NOTHING);
}

export function multiply(a: Range, b: Range): Range {
  return { min: times(a.min, b.min), max: times(a.max, b.max) };
}

/** Rounded up, as every cost is. */
export function scale({ min, max }: Range, factor: number): Range {
  return { min: Math.ceil(times(min, factor)), max: Math.ceil(times(max, factor)) };
}

export function union(a: Range, b: Range): Range {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}
