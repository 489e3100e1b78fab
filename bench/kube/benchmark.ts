import type { Cores, Ground, Population } from '../ground/index.ts';
import type { Section } from '../report/index.ts';

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

export interface Bench {
  readonly plan: Plan;
  readonly ground: Ground;
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
