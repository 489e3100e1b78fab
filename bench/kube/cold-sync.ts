import {
  type Contestant,
  cpuLoopMs,
  type ManagedFields,
  type Measurement,
  measureSync,
  prepareContestants,
} from '../contestants/index.ts';
import type { Population } from '../ground/index.ts';
import { disturbedBlocks, shuffled } from '../statistics/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { coldSyncTables } from './cold-sync-tables.ts';

/** A run of one contestant; without a measurement it failed, and that is shown. */
export interface Run {
  readonly block: number;
  readonly contestant: string;
  readonly isBaseline: boolean;
  readonly managedFields: ManagedFields;
  readonly population: Population;
  readonly measurement?: Measurement;
  readonly failure?: string;
}

/** W1: how long, with how much memory and CPU, from nothing to a cache that holds everything. */
export const coldSync: Benchmark = {
  name: 'sync',
  summary: 'W1, cold sync: Slipway and the informer of client-node against the one of client-go',
  async run(bench) {
    const contestants = await prepareContestants(bench.onProgress);
    const namespaces = new Map<Population, string>();
    for (const population of bench.plan.populations) {
      namespaces.set(population, await bench.ground.namespaceWith(population));
    }
    const { blocks, repeats } = await runBlocks(bench, () => runBlock(bench, contestants, namespaces));
    const runs = blocks.flatMap((block, at) => block.runs.map((run) => ({ ...run, block: at })));
    const loopMs = blocks.map((block) => block.loopMs);
    return {
      title: 'W1: cold sync',
      markdown: coldSyncTables(runs, { repeats, disturbed: disturbedBlocks(loopMs).length }, bench.random),
      data: { loopMs, repeats, runs },
    };
  },
};

interface Block {
  readonly loopMs: number;
  readonly runs: readonly Omit<Run, 'block'>[];
}

/** Runs the planned blocks; disturbed ones are run again, but not for ever. */
async function runBlocks(
  { plan, cores, onProgress }: Bench,
  runBlock: () => Promise<Block['runs']>,
): Promise<{ readonly blocks: Block[]; readonly repeats: number }> {
  const blocks: Block[] = [];
  let attempt = 0;
  for (; attempt < 2 * plan.blocks; attempt++) {
    const disturbed = disturbedBlocks(blocks.map((block) => block.loopMs))[0];
    if (blocks.length === plan.blocks && disturbed === undefined) break;
    const at = blocks.length < plan.blocks ? blocks.length : (disturbed as number);
    onProgress(`block ${at + 1} of ${plan.blocks}${at < blocks.length ? ', again: the machine was disturbed' : ''}`);
    blocks[at] = { loopMs: await cpuLoopMs(cores), runs: await runBlock() };
  }
  return { blocks, repeats: attempt - blocks.length };
}

async function runBlock(
  bench: Bench,
  contestants: readonly Contestant[],
  namespaces: ReadonlyMap<Population, string>,
): Promise<Block['runs']> {
  const runs: Omit<Run, 'block'>[] = [];
  for (const [population, namespace] of namespaces) {
    for (const contestant of shuffled(contestants, bench.random)) {
      const { name, isBaseline, managedFields } = contestant;
      const facts = { contestant: name, isBaseline, managedFields, population };
      const { ground, cores, plan } = bench;
      try {
        const options = { ground, cores, namespace, objects: population.count, settleMs: plan.settleMs };
        runs.push({ ...facts, measurement: await measureSync(contestant, options) });
      } catch (error) {
        runs.push({ ...facts, failure: String(error) });
      }
      bench.onProgress(describeRun(runs.at(-1) as Run));
    }
  }
  return runs;
}

function describeRun({ contestant, managedFields, population, measurement, failure }: Omit<Run, 'block'>): string {
  const what = `${contestant}, ${population.count} pods of ${population.bytes} B, managedFields ${managedFields}`;
  return `${what}: ${measurement === undefined ? failure : `${Math.round(measurement.syncMs)} ms`}`;
}
