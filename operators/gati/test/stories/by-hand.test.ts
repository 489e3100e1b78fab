import { expect, it } from 'vitest';
import { handlerText } from '../handler-text.ts';
import { conditionOf, type Rig } from '../rig.ts';
import { describeServing } from '../rigs.ts';

const TIMES = 'rollbackWindow: 2s\nfailedRetention: 10m';
const bump = (rig: Rig, env: object | null = null): Promise<void> =>
  rig.edit('users', { version: 'v2', image: 'example/users:v2', env });

describeServing('a rollout that people have a hand in', (start) => {
  it('G-81 G-88: waits for a person at every step where promotion is manual', async () => {
    const rig = await start();
    const rollout = `promotion: manual\nsteps: [{ weight: 50, pause: 1s }]\n${TIMES}`;
    await rig.apply(handlerText('users', 'v1', { rollout }));
    await rig.untilStable('users', 'v1');
    await bump(rig);
    const paused = await rig.untilRollout('users', 'v2', 'Paused');
    expect(paused.status?.traffic?.wanted).toEqual({ v1: 50, v2: 50 });
    expect(conditionOf(paused, 'Progressing')?.status).toBe('True');
    await rig.say('users', 'promote by=ann');
    await rig.untilStable('users', 'v2');
  });

  it('G-81: stands still while paused is set, and goes on when it is not', async () => {
    const rig = await start();
    const rollout = `steps: [{ weight: 50, pause: 10s }, { weight: 100, pause: 1s }]\n${TIMES}`;
    await rig.apply(handlerText('users', 'v1', { rollout }));
    await rig.untilStable('users', 'v1');
    await bump(rig);
    await rig.untilRollout('users', 'v2', 'Verifying');
    await rig.edit('users', { rollout: { paused: true } });
    await rig.untilRollout('users', 'v2', 'Paused');
    await rig.edit('users', { rollout: { paused: false } });
    await rig.untilStable('users', 'v2');
  });

  it('G-86: leaves the weights where they are when a failure freezes it, and goes back by command', async () => {
    const rig = await start();
    const analysis = `
analysis:
  interval: 1s
  count: 3
  inconclusiveLimit: 60
  metrics: [{ name: errors, builtin: success-rate, successCondition: 'result >= 0.95', minRequests: 5 }]`;
    const rollout = `onFailure: freeze\nsteps: [{ weight: 50, pause: 4s }, { weight: 100, pause: 1s }]\n${TIMES}${analysis}`;
    await rig.apply(handlerText('users', 'v1', { rollout }));
    await rig.untilStable('users', 'v1');
    const traffic = await rig.traffic('users');
    await bump(rig, { FAIL_RATE: '0.5' });
    const frozen = await rig.untilRollout('users', 'v2', 'Frozen');
    expect(frozen.status?.traffic?.wanted).toEqual({ v1: 50, v2: 50 });
    await rig.say('users', 'rollback by=ann');
    const { status } = await rig.untilRollout('users', 'v2', 'RolledBack');
    expect(status?.stableVersion).toBe('v1');
    const { refusals, broken } = await traffic.stop();
    expect({ failed: Object.keys(refusals), broken }).toEqual({ failed: ['v2'], broken: [] });
  });

  it('G-71: moves nothing by itself where weights are manual, and follows what is declared', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { more: 'routing: { weights: manual }' }));
    await rig.untilStable('users', 'v1');
    await bump(rig);
    await rig.untilStage('v2', 'Staged');
    const traffic = await rig.traffic('users');
    const records = await rig.versions();
    expect([records.get('v1')?.spec.routingWeight, records.get('v2')?.spec.routingWeight]).toEqual([100, 0]);
    await rig.declare(records.get('v2')?.metadata.name ?? '', 50);
    await rig.declare(records.get('v1')?.metadata.name ?? '', 50);
    await rig.untilHandler('users', 'both share', ({ status }) => status?.traffic?.achieved?.['v2'] === 50);
    expect((await rig.versions()).get('v2')?.spec.routingWeight).toBe(50);
    const { refusals, broken } = await traffic.stop();
    expect({ refusals, broken }).toEqual({ refusals: {}, broken: [] });
  });
});
