import { loadavg } from 'node:os';
import { type Bounded, boundsTable, formatMs, formatTable } from '../report/index.ts';
import { percentile } from '../statistics/index.ts';
import type { Benchmark } from './benchmark.ts';
import { type HandlersRun, runHandlers } from './handlers-run.ts';

const MOST_RECONCILE_MS = 5_000;
const MOST_OWN_MS = 100;

/** Handlers with three live versions each. */
export const handlers: Benchmark = {
  name: 'handlers',
  summary: 'handlers with three live versions each: time to ready, reconciles, API calls, memory, idle writes',
  async run({ plan, cores, onProgress }) {
    const measured: HandlersRun[] = [];
    for (const count of plan.handlers) {
      onProgress(`${count} handlers × 3 versions`);
      measured.push(await runHandlers({ handlers: count, idleSeconds: plan.idleSeconds, cores, onProgress }));
    }
    return {
      title: 'Handlers with three live versions each',
      markdown: measured.map(sectionOf).join('\n\n'),
      data: measured.map(({ byKind, ...rest }) => ({ ...rest, byKind: Object.fromEntries(byKind) })),
    };
  },
};

function sectionOf(run: HandlersRun): string {
  const { handlers: count, readyMs, requests, reconcileMs, ownMs, idle } = run;
  const times: Bounded[] = [
    { what: 'reconcile, p50', value: percentile(reconcileMs, 0.5) },
    { what: 'reconcile, p99', value: percentile(reconcileMs, 0.99), atMost: MOST_RECONCILE_MS },
    { what: 'reconcile without waiting for the API server, p50', value: percentile(ownMs, 0.5) },
    { what: 'the same, p99', value: percentile(ownMs, 0.99), atMost: MOST_OWN_MS },
  ];
  const counts: Bounded[] = [
    { what: `writes in ${idle.seconds} s at rest`, value: idle.writes, atMost: 0 },
    { what: `reads in ${idle.seconds} s at rest`, value: idle.reads, atMost: 0 },
  ];
  const rows: [string, string][] = [
    ['created to all versions serving', `${(readyMs / 1000).toFixed(1)} s`],
    ['reconciles', `${reconcileMs.length} (${((reconcileMs.length / readyMs) * 1000).toFixed(0)} a second)`],
    ['reconciles of each handler', (reconcileMs.length / count).toFixed(1)],
    ['writes of each handler', (requests.writes / count).toFixed(1)],
    ['reads of each handler', (requests.reads / count).toFixed(2)],
    ['CPU time of the operator', `${run.cpuSeconds.toFixed(1)} s`],
    ['heap of each handler, caches included', `${(run.heapBytes / count / 1000).toFixed(0)} kB`],
    ['heap of the operator', `${(run.totalHeapBytes / 1e6).toFixed(0)} MB`],
    ['pods', String(run.pods)],
    [
      'load average',
      loadavg()
        .map((load) => load.toFixed(1))
        .join(' '),
    ],
  ];
  const calls = [...run.byKind]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([call, times]) => [call, (times / count).toFixed(2)]);
  return [
    `${count.toLocaleString('en')} handlers:`,
    formatTable(['', ''], rows),
    boundsTable(times, formatMs),
    boundsTable(counts, String),
    formatTable(['calls', 'of each handler'], calls),
  ].join('\n\n');
}
