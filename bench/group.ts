import type { BenchmarkOn, BenchOf } from './benchmark.ts';
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

export type Plans<Plan> = Readonly<Record<Size, Plan>>;

/** A group whose benchmarks need nothing but a plan. */
export function groupOf<Plan extends { readonly blocks: number }>(
  plans: Plans<Plan>,
  benchmarks: readonly BenchmarkOn<BenchOf<Plan>>[],
): Group {
  return {
    benchmarks,
    async run({ names, size, blocks = plans[size].blocks, repeats, cores, random, onProgress }) {
      const bench = { plan: { ...plans[size], blocks }, mostRepeats: repeats, cores, random, onProgress };
      const sections: Section[] = [];
      for (const benchmark of benchmarks) {
        if (names.length === 0 || names.includes(benchmark.name)) sections.push(await benchmark.run(bench));
      }
      return { blocks, sections };
    },
  };
}
