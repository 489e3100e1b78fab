import type { BenchOf } from '../benchmark.ts';
import { startGround } from '../ground/index.ts';
import { type Group, groupOf } from '../group.ts';
import type { Benchmark, Plan } from './benchmark.ts';
import { plans } from './plan.ts';

/** All of them on one ground, which nobody writes to once it is filled. */
export function kubeGroup(benchmarks: readonly Benchmark[]): Group {
  return {
    benchmarks,
    async run(asked) {
      const ground = await startGround(asked.onProgress);
      try {
        const grounded = benchmarks.map((benchmark) => ({
          ...benchmark,
          run: (bench: BenchOf<Plan>) => benchmark.run({ ...bench, ground }),
        }));
        return await groupOf(plans, grounded).run(asked);
      } finally {
        await ground.stop();
      }
    },
  };
}
