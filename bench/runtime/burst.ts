import { formatBytes, formatMs } from '../report/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { comparisonTables, type Quantities } from './comparison-tables.ts';
import { type Measurement, runInterleaved } from './interleaved.ts';
import { createWidgets } from './load.ts';
import { untilQuiet, untilReady, watchMachine, withOperator } from './operator-run.ts';
import type { Operator } from './operators.ts';
import { countRequests } from './writes.ts';

type Quantity = 'readyMs' | 'writesPerWidget' | 'cpuSeconds' | 'peakBytes';

const quantities: Quantities<Quantity> = {
  readyMs: { label: 'first create to all ready', format: formatMs, isTime: true },
  writesPerWidget: { label: 'writes per Widget', format: (count) => count.toFixed(2) },
  cpuSeconds: { label: 'CPU time', format: (seconds) => `${seconds.toFixed(2)} s` },
  peakBytes: { label: 'peak memory', format: formatBytes },
};

/** W3: how long, in how many requests, from nothing to many Widgets that are all ready. */
export const burst: Benchmark = {
  name: 'burst',
  summary: 'W3, burst: Widgets created at once until all are ready; requests, conflicts, duplicates',
  async run(bench) {
    const { burstWidgets } = bench.plan;
    const results = await runInterleaved(bench, (operator) => measureBurst(bench, operator, burstWidgets));
    return {
      title: `W3: burst of ${burstWidgets} Widgets`,
      markdown: comparisonTables(results, { quantities, unit: 'Widget' }, bench.random),
      data: results,
    };
  },
};

async function measureBurst({ cores }: Bench, operator: Operator, widgets: number): Promise<Measurement<Quantity>> {
  return await withOperator(operator, cores, async (stage) => {
    const machine = watchMachine(stage);
    const startedAt = await createWidgets(stage.ground.call, widgets);
    const readyAt = await untilReady(stage.requests, widgets);
    const { serverCoreBusy } = machine();
    // What is sent after the last is ready counts too: it is work that the burst caused.
    await untilQuiet(stage.requests);
    const counts = countRequests(stage.requests(), () => 1);
    const { cpuSeconds, peakBytes } = machine();
    const values = { readyMs: readyAt - startedAt, writesPerWidget: counts.writes / widgets, cpuSeconds, peakBytes };
    return { values, counts, of: widgets, serverCoreBusy };
  });
}
