import { formatBytes, formatMs } from '../report/index.ts';
import { percentile } from '../statistics/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { comparisonTables, type Quantities } from './comparison-tables.ts';
import { type Measurement, runInterleaved } from './interleaved.ts';
import { latenciesOf } from './latency.ts';
import { churn, createWidgets } from './load.ts';
import { untilQuiet, untilReady, watchMachine, withOperator } from './operator-run.ts';
import type { Operator } from './operators.ts';
import { countRequests } from './writes.ts';

const times = ['firstWriteP50Ms', 'firstWriteP99Ms', 'statusP50Ms', 'statusP99Ms'] as const;
type Quantity = (typeof times)[number] | 'writesPerChange' | 'cpuSeconds' | 'peakBytes';

const quantities: Quantities<Quantity> = {
  firstWriteP50Ms: { label: 'spec to first write, p50', format: formatMs, isTime: true },
  firstWriteP99Ms: { label: 'spec to first write, p99', format: formatMs, isTime: true },
  statusP50Ms: { label: 'spec to status, p50', format: formatMs, isTime: true },
  statusP99Ms: { label: 'spec to status, p99', format: formatMs, isTime: true },
  writesPerChange: { label: 'writes per change', format: (count) => count.toFixed(2) },
  cpuSeconds: { label: 'CPU time', format: (seconds) => `${seconds.toFixed(2)} s` },
  peakBytes: { label: 'peak memory', format: formatBytes },
};

/** W2: how soon a change of a spec is acted upon and reported, at a rate that leaves time to breathe. */
export const steadyChurn: Benchmark = {
  name: 'churn',
  summary: 'W2, steady churn: from a change of a spec to the first write and to the status, p50 and p99',
  async run(bench) {
    const { widgets, perSecond, seconds, warmUpSeconds } = bench.plan.churn;
    const results = await runInterleaved(bench, (operator) => measureChurn(bench, operator));
    return {
      title: `W2: ${perSecond} changes a second over ${widgets} Widgets, ${seconds - warmUpSeconds} s after warming up`,
      markdown: comparisonTables(results, { quantities, unit: 'change' }, bench.random),
      data: results,
    };
  },
};

async function measureChurn({ plan, cores }: Bench, operator: Operator): Promise<Measurement<Quantity>> {
  const { widgets, warmUpSeconds } = plan.churn;
  return await withOperator(operator, cores, async (stage) => {
    await createWidgets(stage.ground.call, widgets);
    await untilReady(stage.requests, widgets);
    await untilQuiet(stage.requests);
    const before = stage.requests().length;
    const machine = watchMachine(stage);
    const changes = await churn(stage.ground.call, plan.churn);
    const { serverCoreBusy } = machine();
    await untilQuiet(stage.requests);

    const requests = stage.requests().slice(before);
    const changesOf = new Map<string, number>();
    for (const { name } of changes) changesOf.set(name, (changesOf.get(name) ?? 0) + 1);
    const counts = countRequests(requests, (name) => changesOf.get(name) ?? 0);
    const warmAt = (changes[0]?.intendedAt ?? 0) + warmUpSeconds * 1000;
    const counted = changes.filter(({ intendedAt }) => intendedAt >= warmAt);
    const latencies = latenciesOf(counted, requests);
    const statusMs = latencies.flatMap((latency) => latency.statusMs ?? []);
    if (statusMs.length < counted.length) {
      throw new Error(`${counted.length - statusMs.length} of ${counted.length} changes were never reported.`);
    }
    const firstWriteMs = latencies.map((latency) => latency.firstWriteMs);
    const { cpuSeconds, peakBytes } = machine();
    const values = {
      firstWriteP50Ms: percentile(firstWriteMs, 0.5),
      firstWriteP99Ms: percentile(firstWriteMs, 0.99),
      statusP50Ms: percentile(statusMs, 0.5),
      statusP99Ms: percentile(statusMs, 0.99),
      writesPerChange: counts.writes / changes.length,
      cpuSeconds,
      peakBytes,
    };
    return { values, counts, of: changes.length, serverCoreBusy };
  });
}
