import { type Contestant, prepareContestants, withContestant } from '../contestants/index.ts';
import { onContestantCore } from '../ground/index.ts';
import { type Bounded, boundsTable, formatMs } from '../report/index.ts';
import { median } from '../statistics/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';

/** In which lease renewals and health answers are still on time. */
const BOUND_MS = 100;
/** The others have no event loop. */
const CONTESTANTS = ['Slipway', 'client-node'];

/** How long the event loop of the process stands still at most while its cache syncs. */
export const stalls: Benchmark = {
  name: 'stalls',
  summary: 'longest stall of the event loop during a sync, against R-24',
  async run(bench) {
    const population = bench.plan.memoryPopulation;
    const namespace = await bench.ground.namespaceWith(population);
    const contestants = (await prepareContestants(bench.onProgress)).filter(
      ({ name, managedFields }) => CONTESTANTS.includes(name) && managedFields === 'kept',
    );
    const figures: Bounded[] = [];
    const measured: Record<string, number[]> = {};
    for (const contestant of contestants) {
      const values: number[] = [];
      for (let block = 0; block < bench.plan.blocks; block++)
        values.push(await longestStall(bench, contestant, namespace));
      const bound = contestant.name === 'Slipway' ? { atMost: BOUND_MS } : {};
      figures.push({ what: contestant.name, value: median(values), ...bound });
      measured[contestant.name] = values;
    }
    return {
      title: `Longest stall of the event loop: ${population.count} pods of ${population.bytes} B, managedFields kept`,
      markdown: boundsTable(figures, formatMs),
      data: measured,
    };
  },
};

async function longestStall({ ground, cores }: Bench, contestant: Contestant, namespace: string): Promise<number> {
  const command = contestant.command({ kubeconfigPath: ground.kubeconfigPath, namespace });
  return await withContestant(
    onContestantCore(cores, [...command, '--watch-event-loop']),
    async (running) => (await running.sync()).longestStallMs ?? Number.NaN,
  );
}
