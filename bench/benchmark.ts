import type { Cores } from './ground/index.ts';
import type { Section } from './report/index.ts';

/** What every benchmark of a group is given: how much to measure, and where. */
export interface BenchOf<Plan> {
  readonly plan: Plan;
  readonly mostRepeats: number | undefined;
  readonly cores: Cores;
  readonly random: () => number;
  readonly onProgress: (line: string) => void;
}

export interface BenchmarkOn<Bench> {
  readonly name: string;
  readonly summary: string;
  run(bench: Bench): Promise<Section>;
}
