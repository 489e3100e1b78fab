import { isKubeError } from '@slipway/kube';
import { Deployment, Namespace, Pod, Service } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { GatiHandlerKind, GatiVersionKind } from '../../src/types/index.ts';
import { handlerText, LONG_STEP, versionText } from '../handler-text.ts';
import { conditionOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

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
      'its record is reported',
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
    const rig = await start({ hasClusterRights: true });
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
