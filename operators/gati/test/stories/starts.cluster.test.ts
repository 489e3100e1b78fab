import { Deployment, Pod } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { GatiVersionKind } from '../../src/types/index.ts';
import { handlerText, LONG_STEP, versionText } from '../handler-text.ts';
import { MovingClock } from '../moving-clock.ts';
import { conditionOf, type Rig, rolloutOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

const podUids = async (rig: Rig): Promise<string[]> =>
  (await rig.list(Pod)).map(({ metadata }) => metadata.uid ?? '').toSorted();

describeOperator('a handler begins', (start) => {
  it('G-35: with a record that a person wrote before it', async () => {
    const rig = await start();
    await rig.apply(versionText('users-v1', 'v1'));
    await rig.until(
      'it says that it has no handler',
      () => rig.get(GatiVersionKind, 'users-v1'),
      (version) => conditionOf(version, 'Resolved')?.status === 'False',
    );
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    const versions = await rig.untilCount(GatiVersionKind, 1);
    expect(versions.map(({ metadata }) => metadata.name)).toEqual(['users-v1']);
    expect(versions[0]?.spec.template?.image).toBe('example/users:v1');
  });

  it('G-35: with a record that a person wrote after it: the same pods go on', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    const before = await podUids(rig);
    await rig.apply(versionText('users-v1', 'v1'));
    await rig.until(
      'one record is left',
      () => rig.list(GatiVersionKind),
      (versions) => versions.length === 1,
    );
    await rig.untilHandler(
      'users',
      'it is of the record of the person',
      ({ status }) => status?.versions?.[0]?.name === 'users-v1' && status.versions[0].stage === 'Current',
    );
    const version = await rig.untilStage('v1', 'Current');
    expect(version.metadata.name).toBe('users-v1');
    expect(version.status).toMatchObject({ effectiveWeight: 100 });
    await rig.until(
      'its Deployment belongs to the record of the person',
      () => rig.list(Deployment),
      ([found]) => found?.metadata.ownerReferences?.map(({ name }) => name).join() === 'users-v1',
    );
    expect(await podUids(rig)).toEqual(before);
  });

  it('G-30: with a version that crashes: it fails, and serves as soon as its pods recover', async () => {
    const rig = await start();
    rig.nodes.rules = [
      { match: { namespace: rig.namespace }, behaviour: { readyAfter: false, crash: { after: '100ms' } } },
    ];
    await rig.apply(
      handlerText('users', 'v1', { rollout: 'progressDeadline: 3s\nsteps: [{ weight: 100, pause: 1s }]' }),
    );
    const failed = await rig.untilHandler('users', 'it fails', ({ status }) => status?.phase === 'Failed');
    expect(failed.status?.stableVersion).toBeUndefined();
    expect((await rig.versions()).get('v1')?.status?.failedAt).toBeUndefined();
    await rig.untilCount(Pod, 2);
    rig.nodes.rules = [];
    await rig.untilStable('users', 'v1');
    await rig.untilStage('v1', 'Current');
  });

  it('G-30 G-44: with a version that is replaced before it was ready', async () => {
    const rig = await start();
    rig.nodes.rules = [{ match: { image: 'example/users:v1' }, behaviour: { readyAfter: false } }];
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilRollout('users', 'v1', 'Progressing');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    const { status } = await rig.untilStable('users', 'v2');
    expect(rolloutOf(status).plan?.from).toBeNull();
    await rig.untilStage('v1', 'Draining', 'Drained', 'Decommissioning', 'Decommissioned');
  });

  it('G-82: with a fix for a version that serves nobody any more', async () => {
    const clock = new MovingClock();
    const rig = await start({ clock });
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    rig.nodes.rules = [{ match: { image: 'example/users:v1' }, behaviour: { readyAfter: false } }];
    await rig.untilHandler('users', 'nobody serves', (handler) => conditionOf(handler, 'Ready')?.status === 'False');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    clock.move(61_000);
    await rig.edit('users', { versionHistoryLimit: 19 });
    await rig.untilStable('users', 'v2');
  });
});
