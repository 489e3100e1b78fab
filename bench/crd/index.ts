/**
 * @module
 * The benchmarks of @slipway/crd: what it takes to compare CRDs and to validate objects.
 *
 * `diff` compares with crdify, file to report, each run a process of its own. The rest hold Slipway
 * against the bounds that the catalogue states; one that is missed is reported and fails nothing.
 */
import type { Group } from '../group.ts';
import type { Section } from '../report/index.ts';
import { bounds } from './bounds.ts';
import { fileDiff } from './file-diff.ts';
import { importCost } from './import-cost.ts';
import { fullPlan, plan, smokePlan } from './plan.ts';

const plans = { smoke: smokePlan, default: plan, full: fullPlan };
const benchmarks = [fileDiff, bounds, importCost];

export const crd: Group = {
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
