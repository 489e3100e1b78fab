import type { Cores } from '../ground/index.ts';
import type { Section } from '../report/index.ts';
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

export interface Bench {
  readonly plan: Plan;
  readonly mostRepeats: number | undefined;
  readonly cores: Cores;
  readonly random: () => number;
  readonly onProgress: (line: string) => void;
}

export interface Benchmark {
  readonly name: string;
  readonly summary: string;
  run(bench: Bench): Promise<Section>;
}
