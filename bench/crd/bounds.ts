import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boundsTable, formatBytes, formatMs } from '../report/index.ts';
import { median } from '../statistics/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { type CorpusOptions, crdTexts } from './corpus.ts';
import { runToEnd } from './finished-process.ts';

const PROBE = fileURLToPath(new URL('../peers/slipway/crd-probe.mjs', import.meta.url));

/** What the probe says of one task: what each step took, and the most that was ever resident. */
interface Timing {
  readonly steps: Readonly<Record<string, { readonly ms: number; readonly cpuMs: number }>>;
  readonly peakBytes: number;
}

interface Task {
  readonly title: string;
  readonly name: 'compare' | 'files' | 'parsed' | 'engine' | 'evidence';
  /** Manifests that the task works on. */
  readonly corpus: CorpusOptions;
  readonly pairs: (bench: Bench) => number;
  /** How often the task does its work. */
  readonly count: (bench: Bench) => number;
  /** Steps with their bounds, for the work that the default plan does. */
  readonly atMostMs: Readonly<Record<string, number | undefined>>;
  readonly atMostBytes?: number;
}

const MEBIBYTES = 1024 ** 2;

/** Files that stand for all pairs; each is read and parsed anew. */
const DISTINCT = 50;

const TASKS: readonly Task[] = [
  {
    title: '1 MB',
    name: 'compare',
    corpus: { bytes: 1_000_000 },
    pairs: () => 1,
    count: () => 5,
    atMostMs: { 'first comparison': 150, 'later comparison': 150 },
  },
  {
    title: 'pairs of 30 KiB',
    name: 'files',
    corpus: { bytes: 30 * 1024 },
    pairs: ({ plan }) => Math.min(plan.pairs, DISTINCT),
    count: ({ plan }) => plan.pairs,
    atMostMs: { 'from file to report': 10_000 },
    atMostBytes: 512 * MEBIBYTES,
  },
  {
    title: 'parsed pairs of 47 kB',
    name: 'parsed',
    corpus: { bytes: 47_000, format: 'json' },
    pairs: ({ plan }) => Math.min(plan.pairs, DISTINCT),
    count: ({ plan }) => plan.pairs,
    atMostMs: { comparison: 5_000 },
    atMostBytes: 512 * MEBIBYTES,
  },
  {
    title: 'objects, schema of 200 fields',
    name: 'engine',
    corpus: { bytes: 47_000 },
    pairs: () => 1,
    count: ({ plan }) => plan.objects,
    atMostMs: {
      'create, a tenth of the fields': 1_000,
      'update of an annotation': 1_000,
      'create, all fields': undefined,
    },
  },
  {
    title: 'objects',
    name: 'evidence',
    corpus: { bytes: 47_000 },
    pairs: () => 1,
    count: ({ plan }) => plan.objects,
    atMostMs: { 'live evidence': 30_000 },
  },
];

/** What the catalogue promises about time and memory, each task in processes of its own. */
export const bounds: Benchmark = {
  name: 'bounds',
  summary: 'comparing parsed CRDs, many CRDs, validating objects: against the bounds of the catalogue',
  async run(bench) {
    const folder = await mkdtemp(join(tmpdir(), 'bench-crd-'));
    try {
      const measured: { readonly task: Task; readonly timings: readonly Timing[] }[] = [];
      for (const task of TASKS) measured.push({ task, timings: await runTask(task, bench, folder) });
      const figures = (quantity: 'ms' | 'cpuMs') =>
        measured.flatMap(({ task, timings }) =>
          Object.entries(task.atMostMs).map(([step, atMost]) => ({
            what: `${labelOf(task, bench)}: ${step}`,
            value: median(timings.map(({ steps }) => steps[step]?.[quantity] ?? Number.NaN)),
            ...(atMost === undefined ? {} : { atMost }),
          })),
        );
      const memory = measured.map(({ task, timings }) => ({
        what: `peak memory, ${labelOf(task, bench)}`,
        value: median(timings.map(({ peakBytes }) => peakBytes)),
        ...(task.atMostBytes === undefined ? {} : { atMost: task.atMostBytes }),
      }));
      return {
        title: `Bounds (median of ${bench.plan.repeats} processes)`,
        markdown: [
          boundsTable(figures('ms'), formatMs),
          'The same in CPU time, which other programs on the machine disturb less:',
          boundsTable(figures('cpuMs'), formatMs),
          boundsTable(memory, formatBytes),
        ].join('\n\n'),
        data: measured.map(({ task, timings }) => ({ task: task.name, timings })),
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function labelOf(task: Task, bench: Bench): string {
  const count = task.name === 'compare' ? '' : `${task.count(bench).toLocaleString('en')} `;
  return `${count}${task.title}`;
}

async function runTask(task: Task, bench: Bench, folder: string): Promise<Timing[]> {
  const { plan, cores, onProgress } = bench;
  const corpus = join(folder, task.name);
  await mkdir(corpus);
  for (let variant = 0; variant < task.pairs(bench); variant++) {
    const texts = crdTexts({ ...task.corpus, variant });
    await writeFile(join(corpus, `${variant}.old`), texts.old);
    await writeFile(join(corpus, `${variant}.new`), texts.new);
  }
  const timings: Timing[] = [];
  for (let repeat = 0; repeat < plan.repeats; repeat++) {
    onProgress(`${labelOf(task, bench)}, ${repeat + 1} of ${plan.repeats}`);
    const command = [process.execPath, PROBE, task.name, corpus, `${task.count(bench)}`];
    timings.push(JSON.parse((await runToEnd(cores, command)).stdout) as Timing);
  }
  return timings;
}
