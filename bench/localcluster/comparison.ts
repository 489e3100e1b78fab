import { runBlocks } from '../contestants/index.ts';
import { formatBytes, formatMs, formatTable, type Ratio, ratioTable } from '../report/index.ts';
import { compare, median, shuffled } from '../statistics/index.ts';
import type { Bench, Benchmark, Plan } from './benchmark.ts';
import { localServer } from './local-server.ts';
import { realServer } from './real-server.ts';
import { type Cost, factsOf, type ServerKind } from './server.ts';
import { runWorkloads, workloads } from './workloads.ts';

/** One server from its start to its end. */
interface Run {
  readonly server: ServerKind['name'];
  readonly costs: Readonly<Record<string, Cost>>;
  /** After all workloads, of all its processes. */
  readonly residentBytes: number;
  readonly peakBytes: number;
}

interface Failure {
  readonly server: ServerKind['name'];
  readonly failure: string;
}

const START = 'start to ready';

/** Everything that a client can ask of both servers, in blocks: each once, in random order, from nothing. */
export const comparison: Benchmark = {
  name: 'compare',
  summary: 'start, create, apply, list, watch, CEL rules: against kube-apiserver and etcd',
  async run(bench) {
    const { cores, onProgress, random, plan } = bench;
    const kinds = [localServer(cores), realServer(cores, onProgress)];
    const { results, loopMs, repeats } = await runBlocks({ ...bench, blocks: plan.blocks }, async () => {
      const runs: (Run | Failure)[] = [];
      for (const kind of shuffled(kinds, random)) runs.push(await attempted(kind, bench));
      return runs;
    });
    const pairs = results.flatMap(pairOf);
    const failures = results
      .flat()
      .flatMap((run) => ('failure' in run ? [`${run.server} failed: ${run.failure}`] : []));
    return {
      title: `Ratios to kube-apiserver + etcd (${plan.blocks} blocks, ${repeats} repeated)`,
      markdown: [...failures, ratioTable(ratios(pairs, random)), medians(pairs), rates(pairs, plan)].join('\n\n'),
      data: { results, loopMs, repeats },
    };
  },
};

/** A server that cannot do what is asked of it is shown, and its block compares nothing (B-11). */
async function attempted(kind: ServerKind, bench: Bench): Promise<Run | Failure> {
  try {
    return await measured(kind, bench);
  } catch (error) {
    bench.onProgress(`${kind.name} failed: ${String(error)}`);
    return { server: kind.name, failure: String(error) };
  }
}

function pairOf(runs: readonly (Run | Failure)[]): Pair[] {
  const whole = runs.filter((run) => 'costs' in run);
  const local = whole.find(({ server }) => server === 'localcluster');
  const real = whole.find(({ server }) => server !== 'localcluster');
  return local && real ? [{ local, real }] : [];
}

async function measured(kind: ServerKind, { plan, onProgress }: Bench): Promise<Run> {
  const server = await kind.start();
  try {
    const tell = (name: string, { ms, cpuSeconds }: Cost): void =>
      onProgress(`${kind.name}, ${name}: ${cpuSeconds.toFixed(2)} s of CPU, ${formatMs(ms)}`);
    const start = { ms: server.startMs, cpuSeconds: factsOf(server).cpuSeconds };
    tell(START, start);
    const costs = { [START]: start, ...(await runWorkloads(server, plan, tell)) };
    const { residentBytes, peakBytes } = factsOf(server);
    return { server: kind.name, costs, residentBytes, peakBytes };
  } finally {
    await server.stop();
  }
}

interface Pair {
  readonly local: Run;
  readonly real: Run;
}

function ratios(pairs: readonly Pair[], random: () => number): Ratio[] {
  const ratio = (workload: string, quantity: string, of: (run: Run) => number): Ratio => ({
    workload,
    quantity,
    ...compare(
      pairs.map(({ local, real }) => of(local) / of(real)),
      random,
    ),
  });
  return [
    ...namesOf(pairs).flatMap((name) => [
      ratio(name, 'CPU time', ({ costs }) => (costs[name] as Cost).cpuSeconds),
      ratio(name, 'time', ({ costs }) => (costs[name] as Cost).ms),
    ]),
    ratio('all', 'peak memory', ({ peakBytes }) => peakBytes),
  ];
}

function medians(pairs: readonly Pair[]): string {
  const middle = (side: keyof Pair, of: (run: Run) => number): number => median(pairs.map((pair) => of(pair[side])));
  const cells = (of: (run: Run) => number, format: (value: number) => string): string[] =>
    (['local', 'real'] as const).map((side) => format(middle(side, of)));
  const rows = namesOf(pairs).map((name) => [
    name,
    ...cells(
      ({ costs }) => (costs[name] as Cost).cpuSeconds,
      (seconds) => `${seconds.toFixed(2)} s`,
    ),
    ...cells(({ costs }) => (costs[name] as Cost).ms, formatMs),
  ]);
  const memory = ['memory after all that, and at its peak'];
  memory.push(...cells(({ residentBytes }) => residentBytes, formatBytes));
  memory.push(...cells(({ peakBytes }) => peakBytes, formatBytes));
  const head = ['median', 'localcluster, CPU', 'real, CPU', 'localcluster, time', 'real, time'];
  return formatTable(head, [...rows, memory]);
}

/** How much a second of the server's CPU time is enough for. */
function rates(pairs: readonly Pair[], plan: Plan): string {
  const rows = workloads(plan).map(({ name, operations }) => [
    name,
    ...(['local', 'real'] as const).map((side) => {
      const seconds = median(pairs.map((pair) => (pair[side].costs[name] as Cost).cpuSeconds));
      return Math.round(operations / seconds).toLocaleString('en');
    }),
  ]);
  return formatTable(['writes, lists or events per CPU second', 'localcluster', 'real'], rows);
}

const namesOf = ([first]: readonly Pair[]): string[] => Object.keys(first?.local.costs ?? {});
