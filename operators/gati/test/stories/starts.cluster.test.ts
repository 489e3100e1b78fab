import { Deployment, isKubeError, Namespace, Pod, Service } from '@slipway/kube';
import { expect, it } from 'vitest';
import { GatiHandlerKind, GatiVersionKind } from '../../src/types/index.ts';
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
    const versions = await rig.list(GatiVersionKind);
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
    const version = (await rig.versions()).get('v1');
    expect(version?.metadata.name).toBe('users-v1');
    expect(version?.status).toMatchObject({ effectiveWeight: 100, stage: 'Current' });
    const [deployment] = await rig.list(Deployment);
    expect(deployment?.metadata.ownerReferences?.map(({ name }) => name)).toEqual(['users-v1']);
    expect(await podUids(rig)).toEqual(before);
  });

  it('G-30: with a version that crashes: it fails, and serves as soon as its pods recover', async () => {
    const rig = await start();
    rig.nodes.rules = [{ match: { namespace: rig.namespace }, behaviour: { crash: { after: '100ms' } } }];
    await rig.apply(
      handlerText('users', 'v1', { rollout: 'progressDeadline: 3s\nsteps: [{ weight: 100, pause: 1s }]' }),
    );
    const failed = await rig.untilHandler('users', 'it fails', ({ status }) => status?.phase === 'Failed');
    expect(failed.status?.stableVersion).toBeUndefined();
    expect((await rig.versions()).get('v1')?.status?.failedAt).toBeUndefined();
    expect((await rig.list(Pod)).length).toBe(2);
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
    const told = (await rig.told('GatiHandler', 'users')).map(({ reason }) => reason);
    expect(told).toContain('RolloutSuperseded');
  });
});

describeOperator('a handler ends', (start) => {
  it('G-155: deleted in the middle of a canary, it takes everything with it', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    await rig.client.delete(GatiHandlerKind, { namespace: rig.namespace, name: 'users' });
    for (const kind of [GatiHandlerKind, GatiVersionKind, Deployment, Service, Pod])
      await rig.until(
        `every ${kind.kind} is gone`,
        () => rig.list(kind),
        (left) => left.length === 0,
      );
  });

  it('G-155: the record of a person stays, and says that it has no handler', async () => {
    const rig = await start();
    await rig.apply(versionText('users-v1', 'v1'));
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    await rig.client.delete(GatiHandlerKind, { namespace: rig.namespace, name: 'users' });
    await rig.until(
      'the handler is gone',
      () => rig.list(GatiHandlerKind),
      (left) => left.length === 0,
    );
    const version = await rig.until(
      'its record is told',
      () => rig.get(GatiVersionKind, 'users-v1'),
      (seen) => conditionOf(seen, 'Resolved')?.status === 'False',
    );
    expect(version.status).toMatchObject({ phase: 'Decommissioned', stage: 'Decommissioned' });
    await rig.until(
      'its Deployment is gone',
      () => rig.list(Deployment),
      (left) => left.length === 0,
    );
    await rig.client.delete(GatiVersionKind, { namespace: rig.namespace, name: 'users-v1' });
    await rig.until(
      'it goes',
      () => rig.list(GatiVersionKind),
      (left) => left.length === 0,
    );
  });

  it('G-46 G-155: its namespace, deleted in the middle of a canary, goes', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    await rig.client.delete(Namespace, { name: rig.namespace });
    await rig.until(
      'it is gone',
      async () => {
        try {
          return { left: await rig.client.live.get(Namespace, { name: rig.namespace }) };
        } catch (error) {
          if (isKubeError(error, 'KUBE_NOT_FOUND')) return { left: undefined };
          throw error;
        }
      },
      ({ left }) => left === undefined,
    );
  });
});
