import type { BenchmarkOn, BenchOf } from '../benchmark.ts';
import type { Ground, Population } from '../ground/index.ts';

/** How much is measured. */
export interface Plan {
  readonly blocks: number;
  /** What is synced, one after the other, in each block. */
  readonly populations: readonly Population[];
  readonly settleMs: number;
  /** What the memory of the cache is measured with, and whose list is parsed. */
  readonly memoryPopulation: Population;
  /** Processes per figure where nothing is compared block by block. */
  readonly repeats: number;
}

export interface Bench extends BenchOf<Plan> {
  readonly ground: Ground;
}

export type Benchmark = BenchmarkOn<Bench>;
