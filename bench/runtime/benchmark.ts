import type { BenchmarkOn, BenchOf } from '../benchmark.ts';
import type { Churn } from './load.ts';

/** How much is measured. */
export interface Plan {
  readonly blocks: number;
  readonly burstWidgets: number;
  /** Its first seconds are for warming up and do not count (B-8). */
  readonly churn: Churn & { readonly warmUpSeconds: number };
  /** Processes per figure where nothing is compared block by block. */
  readonly repeats: number;
  readonly idleSeconds: number;
}

export type Bench = BenchOf<Plan>;
export type Benchmark = BenchmarkOn<Bench>;
