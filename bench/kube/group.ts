import { startGround } from '../ground/index.ts';
import type { Group } from '../group.ts';
import type { Section } from '../report/index.ts';
import type { Benchmark } from './benchmark.ts';
import { fullPlan, plan, smokePlan } from './plan.ts';

const plans = { smoke: smokePlan, default: plan, full: fullPlan };

/** All of them on one ground, which nobody writes to once it is filled. */
export function kubeGroup(benchmarks: readonly Benchmark[]): Group {
  return {
    benchmarks,
    async run({ names, size, blocks = plans[size].blocks, repeats, cores, random, onProgress }) {
      const ground = await startGround(onProgress);
      const sections: Section[] = [];
      try {
        const bench = { plan: { ...plans[size], blocks }, ground, mostRepeats: repeats, cores, random, onProgress };
        for (const benchmark of benchmarks) {
          if (names.length === 0 || names.includes(benchmark.name)) sections.push(await benchmark.run(bench));
        }
      } finally {
        await ground.stop();
      }
      return { blocks, sections };
    },
  };
}
