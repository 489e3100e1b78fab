import { readProcessFacts } from '../contestants/index.ts';
import { formatBytes, formatTable } from '../report/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import type { Client } from './client.ts';
import { withLocalClusters } from './local-server.ts';
import { createConfigMap } from './messages.ts';

interface Reading {
  readonly objects: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly peakBytes: number;
}

/** What objects cost where they are kept. */
export const population: Benchmark = {
  name: 'memory',
  summary: 'memory of a cluster with 10,000 and with 100,000 objects',
  async run(bench) {
    const readings = await fill(bench);
    const [none, ...rest] = readings as [Reading, ...Reading[]];
    const rows = readings.map(({ objects, residentBytes, heapBytes, peakBytes }) => [
      objects.toLocaleString('en'),
      formatBytes(residentBytes),
      formatBytes(peakBytes),
      formatBytes(heapBytes),
      objects === 0 ? '' : `${Math.round((heapBytes - none.heapBytes) / objects)} B`,
    ]);
    bench.onProgress(rest.map(({ objects, heapBytes }) => `${objects}: ${formatBytes(heapBytes)}`).join(', '));
    return {
      title: 'Memory by ConfigMaps of 1 kB in one cluster (one process)',
      markdown: formatTable(['objects', 'resident', 'peak', 'heap', 'heap per object'], rows),
      data: readings,
    };
  },
};

async function fill({ cores, plan, onProgress }: Bench): Promise<readonly Reading[]> {
  return await withLocalClusters({ cores }, async ({ process, start }) => {
    const [client] = (await start()) as [Client];
    const readings: Reading[] = [];
    for (const objects of [0, ...plan.populations]) {
      const first = readings.at(-1)?.objects ?? 0;
      onProgress(`filling up to ${objects} objects`);
      await client.sendAll(objects - first, (index) => createConfigMap('default', first + index));
      const heapBytes = await process.heapBytes();
      readings.push({ objects, heapBytes, ...readProcessFacts(process.pid) });
    }
    return readings;
  });
}
