import { setTimeout as sleep } from 'node:timers/promises';
import { formatMs } from '../report/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { comparisonTables, type Quantities } from './comparison-tables.ts';
import { type Measurement, runInterleaved } from './interleaved.ts';
import { createWidgets } from './load.ts';
import { type Stage, untilQuiet, untilReady, watchMachine, withOperator } from './operator-run.ts';
import type { Operator } from './operators.ts';
import { widgetName, widgetsPath } from './widget.ts';
import { countRequests, isAccepted, isWrite } from './writes.ts';

type Quantity = 'editedOnceMs' | 'editedOftenMs';

const POLL_MS = 200;

/** How long after its rights have returned an operator has made good what it was refused meanwhile. */
export const recovery: Benchmark = {
  name: 'recovery',
  summary:
    'recovery: writes are refused with 403 for a while, some Widgets are edited meanwhile; time to the last report',
  async run(bench) {
    const { edits, outageSeconds, mostSeconds } = bench.plan.recovery;
    const label = (times: string): string => `rights back to the last report, ${times}`;
    const format = (ms: number): string => (ms >= mostSeconds * 1000 ? `not within ${mostSeconds} s` : formatMs(ms));
    const quantities: Quantities<Quantity> = {
      editedOnceMs: { label: label('edited once'), format },
      editedOftenMs: { label: label(`edited ${edits} times`), format },
    };
    const results = await runInterleaved(bench, (operator) => measureRecovery(bench, operator));
    return {
      title: `Recovery: ${outageSeconds} s of 403, ${edits} edits`,
      markdown: [
        `What was not reported within ${mostSeconds} s counts as reported then: ratios to it are bounds.`,
        '',
        comparisonTables(results, { quantities, unit: 'Widget' }, bench.random),
      ].join('\n'),
      data: results,
    };
  },
};

async function measureRecovery({ cores, plan }: Bench, operator: Operator): Promise<Measurement<Quantity>> {
  const { widgets, edits, outageSeconds, mostSeconds } = plan.recovery;
  const names = Array.from({ length: 2 * widgets }, (_, index) => widgetName(index));
  const often = names.slice(widgets);
  return await withOperator(
    operator,
    cores,
    async (stage) => {
      const machine = watchMachine(stage);
      await createWidgets(stage.ground.call, names.length);
      await untilReady(stage.requests, names.length);
      await untilQuiet(stage.requests);
      await stage.ground.allowWrites(false);
      const startedAt = Date.now();
      for (let edit = 0; edit < edits; edit++) {
        await sleep(Math.max(0, startedAt + (edit * outageSeconds * 1000) / edits - Date.now()));
        await editAll(stage, edit === 0 ? names : often, edit);
      }
      await sleep(Math.max(0, startedAt + outageSeconds * 1000 - Date.now()));
      const backAt = Date.now();
      await stage.ground.allowWrites(true);
      // Created with the first, and every edit makes another.
      const wanted = new Map(names.map((name, index) => [name, index < widgets ? 2 : 1 + edits]));
      const waits = await untilReported(stage, wanted, backAt, mostSeconds * 1000);
      const longest = (some: readonly string[]): number => Math.max(...some.map((name) => waits.get(name) ?? 0));
      const { serverCoreBusy } = machine();
      const counts = countRequests(stage.requests(), () => 1);
      const values = { editedOnceMs: longest(names.slice(0, widgets)), editedOftenMs: longest(often) };
      return { values, counts, of: names.length, serverCoreBusy };
    },
    'granted',
  );
}

async function editAll({ ground }: Stage, names: readonly string[], edit: number): Promise<void> {
  await Promise.all(
    names.map((name) => ground.call('PATCH', `${widgetsPath}/${name}`, { spec: { text: `edit ${edit}` } })),
  );
}

/** When the wanted generation of each Widget was reported, from the return of the rights on; at most `mostMs`. */
async function untilReported(
  { requests }: Stage,
  wanted: ReadonlyMap<string, number>,
  backAt: number,
  mostMs: number,
): Promise<ReadonlyMap<string, number>> {
  for (;;) {
    const waits = new Map([...wanted.keys()].map((name) => [name, mostMs]));
    for (const request of requests()) {
      const { resource, name, answeredAt, observedGeneration } = request;
      const isReport = resource === 'widgets/status' && isWrite(request) && isAccepted(request);
      if (isReport && observedGeneration === wanted.get(name))
        waits.set(name, Math.min(waits.get(name) ?? mostMs, answeredAt - backAt));
    }
    const isOver = Date.now() - backAt >= mostMs || [...waits.values()].every((ms) => ms < mostMs);
    if (isOver) return waits;
    await sleep(POLL_MS);
  }
}
