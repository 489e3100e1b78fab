import { slipwayInformer, withContestant } from '../contestants/index.ts';
import { onContestantCore } from '../ground/index.ts';
import { boundsTable, formatBytes } from '../report/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';

/** What the bounds are stated for. In fewer pods the code that was loaded on the way would show. */
const STATED = { count: 10_000, bytes: 5_000 };
const modes = [
  { what: 'managedFields removed (R-44)', args: [], boundBytes: 60e6 },
  { what: 'metadata alone (R-45)', args: ['--metadata-only'], boundBytes: 12e6 },
  { what: 'managedFields kept', args: ['--keep-managed-fields'] },
] as const;

/** What the objects in a cache add to the heap, after a full garbage collection on both sides. */
export const cacheMemory: Benchmark = {
  name: 'memory',
  summary: 'heap that a cache of 10 000 pods of 5 kB takes, against R-44 and R-45',
  async run(bench) {
    const population = bench.plan.memoryPopulation;
    const namespace = await bench.ground.namespaceWith(population);
    const figures = [];
    for (const mode of modes) {
      const value = await measureHeap(bench, namespace, mode.args);
      const isStated = population.count === STATED.count && population.bytes === STATED.bytes;
      const bound = isStated && 'boundBytes' in mode ? { atMost: mode.boundBytes } : {};
      figures.push({ what: mode.what, value, ...bound });
      bench.onProgress(`memory, ${mode.what}: ${formatBytes(value)}`);
    }
    return {
      title: `Heap of a cache of ${population.count} pods of ${population.bytes} B`,
      markdown: boundsTable(figures, formatBytes),
      data: figures,
    };
  },
};

async function measureHeap({ ground, cores }: Bench, namespace: string, args: readonly string[]): Promise<number> {
  const program = [process.execPath, '--expose-gc', slipwayInformer];
  const options = [`--kubeconfig=${ground.kubeconfigPath}`, `--namespace=${namespace}`, ...args];
  return await withContestant(onContestantCore(cores, [...program, ...options]), async (running) => {
    const before = await running.heapBytes();
    await running.sync();
    return (await running.heapBytes()) - before;
  });
}
