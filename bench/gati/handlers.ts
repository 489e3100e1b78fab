import { loadavg } from 'node:os';
import { type Bounded, boundsTable, formatMs, formatTable } from '../report/index.ts';
import { percentile } from '../statistics/index.ts';
import type { Benchmark } from './benchmark.ts';
import { type HandlersRun, runHandlers } from './handlers-run.ts';

const MOST_RECONCILE_MS = 5_000;
const MOST_CPU_MS = 100;

/** Handlers with three live versions each. */
export const handlers: Benchmark = {
  name: 'handlers',
  summary: 'handlers with three live versions each: time to ready, reconciles, API calls, memory, idle writes',
  async run({ plan, cores, onProgress }) {
    const { handlers: count, settleSeconds, idleSeconds } = plan;
    onProgress(`${count} handlers × 3 versions`);
    const measured = await runHandlers({ handlers: count, settleSeconds, idleSeconds, cores, onProgress });
    const { byKind, ...rest } = measured;
    return {
      title: 'Handlers with three live versions each',
      markdown: sectionOf(measured),
      data: { ...rest, byKind: Object.fromEntries(byKind) },
    };
  },
};

function sectionOf(run: HandlersRun): string {
  const { handlers: count, readyMs, requests, reconcileMs, cpuMs, idle } = run;
  const times: Bounded[] = [
    { what: 'reconcile, p50', value: percentile(reconcileMs, 0.5) },
    { what: 'reconcile, p99', value: percentile(reconcileMs, 0.99), atMost: MOST_RECONCILE_MS },
    { what: 'CPU time of a reconcile, p50', value: percentile(cpuMs, 0.5) },
    { what: 'CPU time of a reconcile, p99', value: percentile(cpuMs, 0.99), atMost: MOST_CPU_MS },
  ];
  const counts: Bounded[] = [
    { what: `writes in ${idle.seconds} s at rest`, value: idle.writes, atMost: 0 },
    { what: `reads and lists in ${idle.seconds} s at rest`, value: idle.reads, atMost: 0 },
    { what: `reconciles of handlers in ${idle.seconds} s at rest`, value: idle.reconciles, atMost: 0 },
  ];
  const rows: [string, string][] = [
    ['created to all versions serving', `${(readyMs / 1000).toFixed(1)} s`],
    ['from then to rest', `${(run.restMs / 1000).toFixed(1)} s`],
    ['reconciles', `${reconcileMs.length} (${((reconcileMs.length / readyMs) * 1000).toFixed(0)} a second)`],
    ['reconciles of each handler', (reconcileMs.length / count).toFixed(1)],
    ['writes of each handler', (requests.writes / count).toFixed(1)],
    ['reads of each handler', (requests.reads / count).toFixed(2)],
    ['CPU time of the operator', `${run.cpuSeconds.toFixed(1)} s`],
    ['heap of each handler, caches included', `${(run.heapBytes / count / 1000).toFixed(0)} kB`],
    ['heap of the operator', `${(run.totalHeapBytes / 1e6).toFixed(0)} MB`],
    ['its resident memory', `${(run.residentBytes / 1e6).toFixed(0)} MB`],
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
