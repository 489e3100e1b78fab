import { expect, it } from 'vitest';
import { handlerText } from '../handler-text.ts';
import { type Rig, rolloutOf } from '../rig.ts';
import { describeServing } from '../rigs.ts';

const TIMES = 'rollbackWindow: 2s\nfailedRetention: 10m';
const bump = (rig: Rig, env: object | null = null): Promise<void> =>
  rig.edit('users', { version: 'v2', image: 'example/users:v2', env });

describeServing('ways to roll out', (start) => {
  it.each(['blueGreen', 'direct'])(
    'G-80: %s takes a sound version over without one failed request',
    async (strategy) => {
      const rig = await start();
      const rollout = `strategy: ${strategy}\nsteps: [{ weight: 100, pause: 1s }]\n${TIMES}`;
      await rig.apply(handlerText('users', 'v1', { rollout }));
      await rig.untilStable('users', 'v1');
      const traffic = await rig.traffic('users');
      await bump(rig);
      await rig.untilStable('users', 'v2');
      const { refusals, broken, answers } = await traffic.stop();
      expect({ refusals, broken }).toEqual({ refusals: {}, broken: [] });
      expect(answers['v2']).toBeGreaterThan(0);
    },
  );

  it.each(['blueGreen', 'direct'])('G-80: %s gives no traffic to a version that crashes', async (strategy) => {
    const rig = await start();
    const rollout = `strategy: ${strategy}\nsteps: [{ weight: 100, pause: 1s }]\n${TIMES}`;
    await rig.apply(handlerText('users', 'v1', { rollout }));
    await rig.untilStable('users', 'v1');
    const traffic = await rig.traffic('users');
    await bump(rig, { PORT: 'no-port' });
    await rig.untilHandler('users', 'it is given up', ({ status }) => {
      const { plan, state } = rolloutOf(status);
      return plan?.to === 'v2' && (state?.phase === 'RolledBack' || state?.phase === 'Aborted');
    });
    const { answers, refusals, broken } = await traffic.stop();
    expect({ served: Object.keys(answers), refusals, broken }).toEqual({ served: ['v1'], refusals: {}, broken: [] });
  });
});
