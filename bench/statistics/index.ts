/**
 * @module
 * What is made of the measurements: pure functions, with randomness handed in.
 *
 * Absolute figures say little beyond one machine and one hour. So everything is a ratio to the
 * baseline within one block, where both ran under the same conditions minutes apart; over the blocks
 * the median is taken, with a bootstrap interval that says how far to believe it.
 */
export { bootstrapMedian, type Interval } from './bootstrap.ts';
export { type Comparison, compare, type Verdict } from './comparison.ts';
export { disturbedBlocks } from './disturbance.ts';
export { median } from './median.ts';
export { shuffled } from './order.ts';
export { percentile } from './percentile.ts';
