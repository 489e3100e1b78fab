/**
 * @module
 * The benchmarks of @slipway/localcluster: what an API server in one Node process costs.
 *
 * `compare` sends the same requests to it and to a real kube-apiserver with etcd, interleaved, each from
 * nothing; both have the contestants' core to themselves, and the load comes from the other. What counts is
 * the CPU time of the server's processes, read from /proc: on a busy machine it is what another run will
 * find again. The rest is about localcluster alone.
 */
import type { Group } from '../group.ts';
import type { Section } from '../report/index.ts';
import { comparison } from './comparison.ts';
import { importCost } from './import-cost.ts';
import { manyClusters } from './many-clusters.ts';
import { nodes } from './nodes.ts';
import { fullPlan, plan, smokePlan } from './plan.ts';
import { population } from './population.ts';

const plans = { smoke: smokePlan, default: plan, full: fullPlan };
const benchmarks = [comparison, manyClusters, population, nodes, importCost];

export const localcluster: Group = {
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
