import {
  type Contestant,
  type ManagedFields,
  type Measurement,
  measureSync,
  prepareContestants,
  runBlocks,
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
    const { results, loopMs, repeats } = await runBlocks({ ...bench, blocks: bench.plan.blocks }, () =>
      runBlock(bench, contestants, namespaces),
    );
    const runs = results.flatMap((runs, block) => runs.map((run) => ({ ...run, block })));
    return {
      title: 'W1: cold sync',
      markdown: coldSyncTables(runs, { repeats, disturbed: disturbedBlocks(loopMs).length }, bench.random),
      data: { loopMs, repeats, runs },
    };
  },
};

async function runBlock(
  bench: Bench,
  contestants: readonly Contestant[],
  namespaces: ReadonlyMap<Population, string>,
): Promise<Omit<Run, 'block'>[]> {
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
