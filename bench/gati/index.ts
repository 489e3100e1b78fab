/**
 * @module
 * The benchmarks of the Gati operator: what a fleet of handlers costs it.
 *
 * The operator runs in this process, from its sources. The cluster with its simulated nodes is another process, so that
 * memory and CPU time are the operator's own. Requests and reconciles are counted by the tracing channels that every
 * operator on the runtime has.
 */
import type { Group } from '../group.ts';
import type { Section } from '../report/index.ts';
import { handlers } from './handlers.ts';
import { fullPlan, plan, smokePlan } from './plan.ts';

const plans = { smoke: smokePlan, default: plan, full: fullPlan };
const benchmarks = [handlers];

export const gati: Group = {
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
