import type { BenchmarkOn, BenchOf } from '../benchmark.ts';

/** How much is measured. */
export interface Plan {
  readonly blocks: number;
  /** Objects that are created, applied and listed. */
  readonly objects: number;
  readonly customObjects: number;
  readonly lists: number;
  readonly watchers: number;
  /** Changes that every watcher hears of. */
  readonly changes: number;
  /** Clusters in one process. */
  readonly clusters: number;
  /** How many objects one cluster holds when its memory is read, one after the other. */
  readonly populations: readonly number[];
  readonly replicas: number;
  /** Processes per figure where nothing is compared block by block. */
  readonly repeats: number;
}

export type Bench = BenchOf<Plan>;
export type Benchmark = BenchmarkOn<Bench>;
