import { expect, it } from 'vitest';
import { handlerText } from '../handler-text.ts';
import { conditionOf, rolloutOf } from '../rig.ts';
import { describeServing } from '../rigs.ts';

const ANALYSED = `
steps:
  - { weight: 50, pause: 4s }
  - { weight: 100, pause: 1s }
rollbackWindow: 2s
failedRetention: 10m
analysis:
  interval: 1s
  count: 3
  inconclusiveLimit: 60
  metrics:
    - { name: errors, builtin: success-rate, successCondition: 'result >= 0.95', minRequests: 5 }`;

describeServing('a version that fails requests', (start) => {
  it('G-83 G-85 G-205: is judged by its pods alone, taken back, marked, and tried again by command', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { rollout: ANALYSED }));
    await rig.untilStable('users', 'v1');
    const traffic = await rig.traffic('users');

    await rig.edit('users', { version: 'v2', image: 'example/users:v2', env: { FAIL_RATE: '0.5' } });
    const taken = await rig.untilRollout('users', 'v2', 'RolledBack');
    expect(taken.status).toMatchObject({ phase: 'Running', stableVersion: 'v1', targetVersion: 'v2' });
    const failed = await rig.untilStage('v2', 'Failed');
    expect(failed.status?.failedAt).toBeDefined();
    expect(failed.status?.effectiveWeight).toBe(0);
    const events = await rig.untilEvents('GatiHandler', 'users', 'it is back', (all) =>
      all.some(({ reason }) => reason === 'RolledBack'),
    );
    const reported = events.map(({ reason }) => reason);
    expect(reported.slice(reported.indexOf('AnalysisFailed'))).toEqual([
      'AnalysisFailed',
      'RollbackStarted',
      'WeightChanged',
      'RolledBack',
    ]);

    // It stays so until a person decides.
    const { plan } = rolloutOf(taken.status);
    await rig.say('users', 'retry by=ann');
    await rig.until(
      'a second attempt',
      () => rig.handler('users'),
      ({ status }) => {
        const { state } = rolloutOf(status);
        return state?.attempt === 2 && state.phase === 'RolledBack';
      },
    );
    expect(conditionOf(await rig.handler('users'), 'Progressing')).toMatchObject({
      status: 'False',
      reason: 'RolledBack',
    });

    // Another target, and then this one again, is a new word.
    await rig.edit('users', { version: 'v1', image: 'example/users:v1', env: null });
    await rig.untilHandler('users', 'v1 is the target', ({ status }) => status?.targetVersion === 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2', env: { FAIL_RATE: '0.5' } });
    const anew = await rig.until(
      'a new rollout',
      () => rig.handler('users'),
      ({ status }) => {
        const now = rolloutOf(status);
        return now.plan?.id !== plan?.id && now.plan?.to === 'v2' && now.state?.phase === 'RolledBack';
      },
    );
    expect(anew.status?.stableVersion).toBe('v1');

    const { answers, refusals, broken } = await traffic.stop();
    expect({ failed: Object.keys(refusals), broken }).toEqual({ failed: ['v2'], broken: [] });
    expect(answers['v1']).toBeGreaterThan(answers['v2'] ?? 0);
    expect([...(await rig.versions()).keys()].toSorted()).toEqual(['v1', 'v2']);
  });

  it('G-82 G-85: a version whose pods crash never gets weight, and goes back', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    const traffic = await rig.traffic('users');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2', env: { PORT: 'no-port' } });
    await rig.untilRollout('users', 'v2', 'RolledBack');
    await rig.untilStage('v2', 'Failed');
    const { answers, refusals, broken } = await traffic.stop();
    expect({ served: Object.keys(answers), refusals, broken }).toEqual({ served: ['v1'], refusals: {}, broken: [] });
  });
});
