import { bootstrapMedian, type Interval } from './bootstrap.ts';
import { median } from './median.ts';

/** Below this the interval of a median is hardly more than the smallest and the largest value. */
const LEAST_BLOCKS = 5;

/** `worse` and `better` apply to quantities of which less is better, as all here are. */
export type Verdict = 'worse' | 'better' | 'no difference shown' | 'too few blocks';

export interface Comparison extends Interval {
  /** Median over the blocks of the ratio to the baseline within the block. */
  readonly ratio: number;
  readonly blocks: number;
  readonly verdict: Verdict;
}

/** Judges ratios to the baseline, one per block. */
export function compare(ratios: readonly number[], random: () => number): Comparison {
  const interval = bootstrapMedian(ratios, random);
  return { ratio: median(ratios), ...interval, blocks: ratios.length, verdict: judge(interval, ratios.length) };
}

/** By what the table shows: an interval of 1.001 to 1.002 is printed as 1.00 and is no difference to anyone. */
function judge({ low, high }: Interval, blocks: number): Verdict {
  if (blocks < LEAST_BLOCKS) return 'too few blocks';
  if (Number(low.toFixed(2)) > 1) return 'worse';
  return Number(high.toFixed(2)) < 1 ? 'better' : 'no difference shown';
}
