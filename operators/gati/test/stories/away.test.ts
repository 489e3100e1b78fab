import { FaultProxy } from '@slipway/runtime/testing';
import { expect, it, onTestFinished } from 'vitest';
import { handlerText, LONG_STEP } from '../handler-text.ts';
import { MovingClock } from '../moving-clock.ts';
import { rolloutOf } from '../rig.ts';
import { describeServing } from '../rigs.ts';

describeServing('an API server that is away', (start, cluster) => {
  it('G-89 G-154: for longer than a step lasts, decides nothing; the step goes on when it is back', async () => {
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig });
    onTestFinished(() => proxy.stop());
    const clock = new MovingClock();
    const rig = await start({ operatorKubeconfig: proxy.kubeconfig, clock });
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP.replace('10m', '20s') }));
    await rig.untilStable('users', 'v1');
    const traffic = await rig.traffic('users');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    await proxy.down();
    const before = await rig.handler('users');
    clock.move(60_000);
    const seen = traffic.counts().answers['v2'] ?? 0;
    await rig.until(
      'both serve meanwhile',
      async () => traffic.counts(),
      ({ answers }) => (answers['v2'] ?? 0) > seen + 50,
    );
    expect(rolloutOf((await rig.handler('users'))?.status)).toEqual(rolloutOf(before?.status));
    await proxy.up();
    clock.move(70_000);
    await rig.edit('users', { versionHistoryLimit: 19 });
    await rig.untilStable('users', 'v2');
    const { refusals, broken } = await traffic.stop();
    expect({ refusals, broken }).toEqual({ refusals: {}, broken: [] });
  });

  it('G-89: an operator that was away for a whole step looks for a minute before it goes on', async () => {
    const clock = new MovingClock();
    const rig = await start({ clock });
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    await rig.stopOperator();
    clock.move(20 * 60_000);
    await rig.startOperator();
    expect(rolloutOf((await rig.look('users', 19)).status).state).toMatchObject({ stage: 0, phase: 'Verifying' });
    clock.move(61_000);
    await rig.edit('users', { versionHistoryLimit: 18 });
    await rig.untilStable('users', 'v2');
  });
});
