import { median } from './median.ts';

const TOLERANCE = 0.1;

/**
 * The blocks in which the machine was not itself: the fixed loop that runs before each took over a
 * tenth more or less than the median of all. Returns their positions, the worst first.
 */
export function disturbedBlocks(loopMs: readonly number[]): number[] {
  const usual = median(loopMs);
  const deviation = (block: number): number => Math.abs((loopMs[block] as number) / usual - 1);
  return [...loopMs.keys()].filter((block) => deviation(block) > TOLERANCE).sort((a, b) => deviation(b) - deviation(a));
}
