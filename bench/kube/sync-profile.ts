import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { slipwayInformer, withContestant } from '../contestants/index.ts';
import { onContestantCore } from '../ground/index.ts';
import { formatMs, formatTable } from '../report/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { type CpuProfile, selfTimes } from './self-times.ts';

const SHOWN = 15;

/** Not a result, but where to look for one: the functions in which Slipway spends a sync. */
export const syncProfile: Benchmark = {
  name: 'profile',
  summary: 'where the time of a sync goes, by `node --cpu-prof`',
  async run(bench) {
    const population = bench.plan.memoryPopulation;
    const times = selfTimes(await recordSync(bench, await bench.ground.namespaceWith(population)));
    const total = times.reduce((sum, { ms }) => sum + ms, 0);
    const rows = times
      .slice(0, SHOWN)
      .map(({ where, ms }) => [formatMs(ms), `${((100 * ms) / total).toFixed(1)} %`, `\`${where}\``]);
    return {
      title: `Where the time goes: ${population.count} pods of ${population.bytes} B, start of the process included`,
      markdown: formatTable(['itself', 'share', 'function'], rows),
      data: times.slice(0, 100),
    };
  },
};

async function recordSync({ ground, cores }: Bench, namespace: string): Promise<CpuProfile> {
  const folder = await mkdtemp(join(ground.folder, 'profile-'));
  const program = [process.execPath, '--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${folder}`];
  const args = [slipwayInformer, `--kubeconfig=${ground.kubeconfigPath}`, `--namespace=${namespace}`];
  await withContestant(onContestantCore(cores, [...program, ...args]), async (running) => {
    await running.sync();
    await running.finish();
  });
  const [file] = await readdir(folder);
  return JSON.parse(await readFile(join(folder, file as string), 'utf8')) as CpuProfile;
}
