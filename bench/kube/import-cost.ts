import { fileURLToPath } from 'node:url';
import { runProcess } from '@slipway/tools/processes/index';
import { onContestantCore } from '../ground/index.ts';
import { formatBytes, formatMs } from '../report/index.ts';
import { median, shuffled } from '../statistics/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { boundsTable } from './bounds.ts';

const PROBE = fileURLToPath(new URL('../peers/import-probe.mjs', import.meta.url));
const MODULES = ['undici', '@slipway/kube'] as const;
const OURS = '@slipway/kube';

interface Cost {
  readonly ms: number;
  readonly residentBytes: number;
}

/** What `import` costs before anything is done with it, in time and resident memory. */
export const importCost: Benchmark = {
  name: 'import',
  summary: 'time and memory that importing @slipway/kube takes, beside undici alone, against R-17',
  async run(bench) {
    const costs = new Map<string, Cost[]>(MODULES.map((name) => [name, []]));
    for (let repeat = 0; repeat < bench.plan.repeats; repeat++) {
      for (const name of shuffled(MODULES, bench.random)) costs.get(name)?.push(await importOnce(bench, name));
    }
    const of = (name: string, quantity: keyof Cost): number =>
      median((costs.get(name) ?? []).map((cost) => cost[quantity]));
    const times = MODULES.map((name) => ({
      what: `import ${name}`,
      value: of(name, 'ms'),
      ...(name === OURS ? { atMost: 100 } : {}),
    }));
    const memory = MODULES.map((name) => ({
      what: `resident memory added by ${name}`,
      value: of(name, 'residentBytes'),
      ...(name === OURS ? { atMost: 40 * 1024 ** 2 } : {}),
    }));
    return {
      title: `Import (median of ${bench.plan.repeats} processes)`,
      markdown: `${boundsTable(times, formatMs)}\n\n${boundsTable(memory, formatBytes)}`,
      data: Object.fromEntries(costs),
    };
  },
};

const toArguments = (name: string): string[] => (name === OURS ? [OURS] : [name, OURS]);

async function importOnce({ cores }: Bench, name: string): Promise<Cost> {
  const [command, ...args] = onContestantCore(cores, [process.execPath, PROBE, ...toArguments(name)]) as [
    string,
    ...string[],
  ];
  const { stdout, output, exitCode } = await runProcess(command, args);
  if (exitCode !== 0) throw new Error(`Importing ${name} failed; was \`npm run build\` run?\n${output}`);
  return JSON.parse(stdout) as Cost;
}
