import type { Cores } from '../ground/index.ts';
import type { Section } from '../report/index.ts';

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
