import { readProcessFacts } from '../contestants/index.ts';
import { boundsTable, formatBytes, formatMs } from '../report/index.ts';
import { median } from '../statistics/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { withLocalClusters } from './local-server.ts';
import { configMapsOf, createConfigMap } from './messages.ts';

const MEBIBYTE = 1024 ** 2;
const MOST_BYTES_EACH = 10 * MEBIBYTE;
const MOST_BYTES = 2048 * MEBIBYTE;

interface Reading {
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly cpuSeconds: number;
}

/** Many clusters in one process, each of which was asked for something. */
export const manyClusters: Benchmark = {
  name: 'clusters',
  summary: 'memory and start of each of 200 clusters in one process, each with a create and a list',
  async run(bench) {
    const { clusters, repeats } = bench.plan;
    const runs: { readonly before: Reading; readonly after: Reading; readonly ms: number }[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      bench.onProgress(`${clusters} clusters, ${repeat + 1} of ${repeats}`);
      runs.push(await startMany(bench));
    }
    const each = (of: keyof Reading): number =>
      median(runs.map(({ before, after }) => after[of] - before[of])) / clusters;
    const memory = [
      { what: 'resident memory of each cluster', value: each('residentBytes'), atMost: MOST_BYTES_EACH },
      { what: 'heap of each cluster', value: each('heapBytes') },
      { what: 'the process with all', value: median(runs.map(({ after }) => after.residentBytes)), atMost: MOST_BYTES },
      { what: 'the process with none', value: median(runs.map(({ before }) => before.residentBytes)) },
    ];
    const times = [
      { what: 'CPU time of each cluster: start, a create, a list', value: each('cpuSeconds') * 1000 },
      { what: 'time of each', value: median(runs.map(({ ms }) => ms)) / clusters },
    ];
    return {
      title: `${clusters} clusters in one process (median of ${repeats} processes)`,
      markdown: `${boundsTable(memory, formatBytes)}\n\n${boundsTable(times, formatMs)}`,
      data: runs,
    };
  },
};

async function startMany({ cores, plan }: Bench): Promise<{ before: Reading; after: Reading; ms: number }> {
  return await withLocalClusters({ cores, clusters: plan.clusters }, async ({ process, start }) => {
    const read = async (): Promise<Reading> => {
      const { cpuSeconds } = readProcessFacts(process.pid);
      // Collects garbage on the way, so that what is resident is in use.
      const heapBytes = await process.heapBytes();
      return { cpuSeconds, heapBytes, residentBytes: readProcessFacts(process.pid).residentBytes };
    };
    const before = await read();
    const startedAt = performance.now();
    for (const client of await start()) {
      await client.send(createConfigMap('default', 0));
      await client.send({ method: 'GET', path: configMapsOf('default') });
    }
    const ms = performance.now() - startedAt;
    return { before, after: await read(), ms };
  });
}
