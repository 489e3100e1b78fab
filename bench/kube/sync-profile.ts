import { profileContestant, slipwayInformer } from '../contestants/index.ts';
import { selfTimeTable } from '../report/index.ts';
import type { Benchmark } from './benchmark.ts';

/** Not a result, but where to look for one: the functions in which Slipway spends a sync. */
export const syncProfile: Benchmark = {
  name: 'profile',
  summary: 'where the time of a sync goes, by `node --cpu-prof`',
  async run({ plan, ground, cores }) {
    const population = plan.memoryPopulation;
    const namespace = await ground.namespaceWith(population);
    const script = [slipwayInformer, `--kubeconfig=${ground.kubeconfigPath}`, `--namespace=${namespace}`];
    const times = await profileContestant({ cores, folder: ground.folder, script }, async (running) => {
      await running.sync();
    });
    return {
      title: `Where the time goes: ${population.count} pods of ${population.bytes} B, start of the process included`,
      markdown: selfTimeTable(times),
      data: times.slice(0, 100),
    };
  },
};
