import { profileContestant } from '../contestants/index.ts';
import { selfTimeTable } from '../report/index.ts';
import type { Benchmark } from './benchmark.ts';
import { createWidgets } from './load.ts';
import { CONTESTANT, startOperatorGround } from './operator-ground.ts';
import { untilQuiet, untilReady } from './operator-run.ts';
import { operatorArguments, slipwayOperator } from './operators.ts';

/** Not a result, but where to look for one: the functions in which Slipway spends a burst. */
export const profile: Benchmark = {
  name: 'profile',
  summary: 'where the time of a burst goes, by `node --cpu-prof`',
  async run({ plan, cores }) {
    const ground = await startOperatorGround();
    try {
      const script = [slipwayOperator, ...operatorArguments(ground.kubeconfigPath)];
      const requests = () => ground.audit.read().filter(({ user }) => user === CONTESTANT);
      const times = await profileContestant({ cores, folder: ground.folder, script }, async (running) => {
        await running.sync();
        await createWidgets(ground.call, plan.burstWidgets);
        await untilReady(requests, plan.burstWidgets);
        await untilQuiet(requests);
      });
      return {
        title: `Where the time goes: ${plan.burstWidgets} Widgets, start of the process included`,
        markdown: selfTimeTable(times),
        data: times.slice(0, 100),
      };
    } finally {
      await ground.stop();
    }
  },
};
