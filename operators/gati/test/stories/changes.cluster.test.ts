import { expect, it } from 'vitest';
import { handlerText, LONG_STEP } from '../handler-text.ts';
import { rolloutOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

describeOperator('a handler changes', (start) => {
  it('G-32: an edit and its way back leave two records, no third', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { env: { GREETING: 'hello' } });
    const edited = await rig.untilHandler(
      'users',
      'the edit is the target',
      ({ status }) => status?.targetVersion !== 'v1',
    );
    const id = edited.status?.targetVersion ?? '';
    expect(id).toMatch(/^v1\+[\da-f]{6}$/);
    await rig.untilStable('users', id);
    await rig.edit('users', { env: null });
    await rig.untilStable('users', 'v1');
    expect([...(await rig.versions()).keys()].toSorted()).toEqual(['v1', id]);
  });

  it('G-42: going back to the stable version in the middle of a canary gives all back, and starts nothing', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    await rig.edit('users', { version: 'v1', image: 'example/users:v1' });
    const { status } = await rig.untilRollout('users', 'v2', 'Aborted');
    expect(status?.stableVersion).toBe('v1');
    await rig.untilHandler('users', 'all is back', (handler) => handler.status?.traffic?.achieved?.['v1'] === 100);
  });

  it('G-42: a newer version takes the place of a canary, from the same stable version', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    await rig.edit('users', { version: 'v3', image: 'example/users:v3' });
    const { status } = await rig.untilRollout('users', 'v3', 'Verifying');
    expect(rolloutOf(status).plan?.from).toBe('v1');
    expect(status?.traffic?.wanted).toMatchObject({ v1: 50, v3: 50 });
    await rig.untilEvents('GatiHandler', 'users', 'the canary was superseded', (events) =>
      events.some(({ reason }) => reason === 'RolloutSuperseded'),
    );
  });
});
