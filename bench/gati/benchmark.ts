import type { BenchmarkOn, BenchOf } from '../benchmark.ts';

/** How much is measured. */
export interface Plan {
  readonly blocks: number;
  /** How many handlers there are in each of the runs. */
  readonly handlers: readonly number[];
  /** How long nothing may happen once all is settled. */
  readonly idleSeconds: number;
}

export type Bench = BenchOf<Plan>;
export type Benchmark = BenchmarkOn<Bench>;
