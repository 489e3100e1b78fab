import type { BenchmarkOn, BenchOf } from '../benchmark.ts';

/** How much is measured. */
export interface Plan {
  readonly blocks: number;
  /** Clusters of the fleet. */
  readonly clusters: number;
  /** How often each rollout is carried out. */
  readonly repeats: number;
}

export type Bench = BenchOf<Plan>;
export type Benchmark = BenchmarkOn<Bench>;
