import type { BenchmarkOn, BenchOf } from '../benchmark.ts';
import type { Churn } from './load.ts';

/** How much is measured. */
export interface Plan {
  readonly blocks: number;
  readonly burstWidgets: number;
  /** Its first seconds are for warming up and do not count (B-8). */
  readonly churn: Churn & { readonly warmUpSeconds: number };
  /** Widgets of each kind, edits of the edited ones, and how long rights are away and their return is watched. */
  readonly recovery: {
    readonly widgets: number;
    readonly edits: number;
    readonly outageSeconds: number;
    readonly mostSeconds: number;
  };
  /** Processes per figure where nothing is compared block by block. */
  readonly repeats: number;
  readonly idleSeconds: number;
}

export type Bench = BenchOf<Plan>;
export type Benchmark = BenchmarkOn<Bench>;
