import { median } from './median.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 10_000;
const TAIL = 0.025;

/** The 95 % percentile interval of the median: how it would move if the blocks were drawn again. */
export function bootstrapMedian(values: readonly number[], random: () => number): Interval {
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)] as number)),
  ).sort((a, b) => a - b);
  const at = (share: number): number => medians[Math.round(share * (RESAMPLES - 1))] as number;
  return { low: at(TAIL), high: at(1 - TAIL) };
}
