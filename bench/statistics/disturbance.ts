import { median } from './median.ts';

const TOLERANCE = 0.1;

/**
 * The blocks in which the machine was not itself: the fixed loop that runs before each took over a
 * tenth more or less than the median of all. Returns their positions.
 */
export function disturbedBlocks(loopMs: readonly number[]): number[] {
  const usual = median(loopMs);
  return loopMs.flatMap((ms, block) => (Math.abs(ms / usual - 1) > TOLERANCE ? [block] : []));
}
