import type { Cores } from './ground/index.ts';
import type { Section } from './report/index.ts';

export type Size = 'smoke' | 'default' | 'full';

/** How a group of benchmarks is asked to run. */
export interface Asked {
  /** Those to run; all when empty. */
  readonly names: readonly string[];
  readonly size: Size;
  /** @default as many as the plan of that size says */
  readonly blocks: number | undefined;
  /** How many disturbed blocks may be run again. @default as many as there are blocks */
  readonly repeats: number | undefined;
  readonly cores: Cores;
  readonly random: () => number;
  readonly onProgress: (line: string) => void;
}

/** Benchmarks of one package. */
export interface Group {
  readonly benchmarks: readonly { readonly name: string; readonly summary: string }[];
  /** Runs what was asked for, one after the other. */
  run(asked: Asked): Promise<{ readonly blocks: number; readonly sections: readonly Section[] }>;
}
