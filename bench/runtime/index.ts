/**
 * @module
 * The benchmarks of @slipway/runtime: what an operator makes of the changes it is given.
 *
 * `churn` and `burst` compare with the same operator on controller-runtime, each run on an API server
 * of its own, from outside: what counts is what that server's audit log shows. `import` and `idle`
 * hold Slipway against bounds; one that is missed is reported and fails nothing.
 */
import type { Group } from '../group.ts';
import type { Section } from '../report/index.ts';
import { burst } from './burst.ts';
import { idle } from './idle.ts';
import { importCost } from './import-cost.ts';
import { fullPlan, plan, smokePlan } from './plan.ts';
import { profile } from './profile.ts';
import { steadyChurn } from './steady-churn.ts';

const plans = { smoke: smokePlan, default: plan, full: fullPlan };
const benchmarks = [steadyChurn, burst, importCost, idle, profile];

export const runtime: Group = {
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
