import { ConfigMap, Deployment, Service } from '@slipway/kube/kinds';
import { expectStable, FaultProxy } from '@slipway/runtime/testing';
import { expect, it, onTestFinished } from 'vitest';
import { GatiHandlerKind, GatiVersionKind } from '../../src/types/index.ts';
import { handlerText } from '../handler-text.ts';
import { conditionOf, rolloutOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

describeOperator('a handler that is as it should be', (start, cluster) => {
  it('G-152 G-164 G-201: is not written to any more, whatever looks', async () => {
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig });
    onTestFinished(() => proxy.stop());
    const rig = await start({ operatorKubeconfig: proxy.kubeconfig });
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    await rig.untilStage('v1', 'Current');
    await expectStable({
      client: rig.client,
      kinds: [GatiHandlerKind, GatiVersionKind, Deployment, Service, ConfigMap],
      namespace: rig.namespace,
      proxy,
      withinMs: 60_000,
      quietMs: 5_000,
      // Until the time for going back has passed, the old size of what served before is held.
      desired: async () => rolloutOf((await rig.handler('users'))?.status).state?.wakeAt === null,
    });
  });

  it('G-150: what a person deletes by hand comes back', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    for (const kind of [ConfigMap, Service, Deployment]) {
      for (const { metadata } of await rig.list(kind, 'gati.dev/handler=users')) {
        const name = metadata.name ?? '';
        await rig.client.delete(kind, { namespace: rig.namespace, name });
        await rig.until(
          `${kind.kind} ${name} again`,
          () => rig.get(kind, name),
          (found) => found.metadata.uid !== metadata.uid,
        );
      }
    }
    await rig.untilHandler('users', 'it is ready again', (handler) => conditionOf(handler, 'Ready')?.status === 'True');
  });

  it('G-23: a Service of that name that another client made stays theirs', async () => {
    const rig = await start();
    const { namespace } = rig;
    const foreign = {
      metadata: { namespace, name: 'handler-users' },
      spec: { selector: { app: 'theirs' }, ports: [{ port: 80 }] },
    };
    await rig.client.create(Service, foreign);
    await rig.apply(handlerText('users', 'v1'));
    const handler = await rig.untilHandler(
      'users',
      'it says that the name is taken',
      (seen) => conditionOf(seen, 'Synced')?.reason === 'NameTaken',
    );
    expect(conditionOf(handler, 'Synced')).toMatchObject({ status: 'False' });
    expect(conditionOf(handler, 'Synced')?.message).toMatch(/^Service handler-users: /);
    expect((await rig.get(Service, 'handler-users'))?.spec?.selector).toEqual({ app: 'theirs' });
    await rig.untilCount(Deployment, 1);
    await rig.client.delete(Service, { namespace, name: 'handler-users' });
    await rig.untilStable('users', 'v1');
  });

  it('G-151: a handler that cannot get what it wants does not disturb another', async () => {
    const rig = await start();
    const { namespace } = rig;
    await rig.client.create(Service, {
      metadata: { namespace, name: 'handler-users' },
      spec: { selector: { app: 'theirs' }, ports: [{ port: 80 }] },
    });
    await rig.apply(handlerText('users', 'v1'));
    await rig.apply(handlerText('orders', 'v1'));
    await rig.untilStable('orders', 'v1');
    await rig.untilHandler('users', 'it is refused', (users) => conditionOf(users, 'Synced')?.status === 'False');
  });
});
