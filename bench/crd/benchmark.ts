import type { BenchmarkOn, BenchOf } from '../benchmark.ts';

/** How much is measured. */
export interface Plan {
  readonly blocks: number;
  /** Pairs of CRDs that are compared in one go. */
  readonly pairs: number;
  /** Objects that are validated, and that live evidence looks at. */
  readonly objects: number;
  /** Processes per figure where nothing is compared block by block. */
  readonly repeats: number;
}

export type Bench = BenchOf<Plan>;
export type Benchmark = BenchmarkOn<Bench>;
