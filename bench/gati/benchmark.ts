import type { BenchmarkOn, BenchOf } from '../benchmark.ts';

/** How much is measured. */
export interface Plan {
  readonly blocks: number;
  readonly handlers: number;
  /** How long handlers that serve are left alone before that. */
  readonly settleSeconds: number;
  /** How long nothing may happen once all is settled. */
  readonly idleSeconds: number;
}

export type Bench = BenchOf<Plan>;
export type Benchmark = BenchmarkOn<Bench>;
