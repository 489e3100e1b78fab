/**
 * @module
 * The benchmarks of @slipway/delivery: how long a fleet waits for the engine.
 *
 * Clusters are simulated inside this process: an update is a function that is called, and ends some milliseconds later
 * with a report. What is measured is real: the time from a report to the updates that follow from it.
 */
import type { Group } from '../group.ts';
import type { Section } from '../report/index.ts';
import { fleet } from './fleet.ts';
import { fullPlan, plan, smokePlan } from './plan.ts';

const plans = { smoke: smokePlan, default: plan, full: fullPlan };
const benchmarks = [fleet];

export const delivery: Group = {
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
