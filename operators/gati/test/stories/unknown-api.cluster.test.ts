import { FaultProxy } from '@slipway/runtime/testing';
import { HttpRoute } from '@slipway/test/gateway/kinds';
import { expect, it, onTestFinished } from 'vitest';
import { GATEWAY, startAcceptingGateway } from '../convert/accepting-gateway.ts';
import { handlerText } from '../handler-text.ts';
import { conditionOf, type Rig, rolloutOf } from '../rig.ts';
import { describeOperator, type StartRig } from '../rigs.ts';

describeOperator('an operator whose requests are refused', (start: StartRig, cluster) => {
  const behindProxy = async (): Promise<{ proxy: FaultProxy; rig: Rig }> => {
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig });
    onTestFinished(() => proxy.stop());
    return { proxy, rig: await start({ operatorKubeconfig: proxy.kubeconfig }) };
  };

  it('G-79 G-179: takes an API that does not answer for unknown, not for absent, and keeps its routes', async () => {
    const openGateway = await startAcceptingGateway(cluster().kubeconfig);
    const { proxy, rig } = await behindProxy();
    await openGateway(rig.namespace);
    await rig.apply(handlerText('users', 'v1', { more: `routing: { gateway: { name: ${GATEWAY} } }` }));
    await rig.untilStable('users', 'v1');
    const [route] = await rig.list(HttpRoute);
    await rig.stopOperator();
    const answerAgain = proxy.inject({
      fault: 'answer',
      args: { status: 503 },
      match: { verb: ['list', 'watch'], resource: 'httproutes' },
    });
    await rig.startOperator();
    await rig.untilHandler('users', 'it says so', (handler) =>
      (conditionOf(handler, 'Synced')?.message ?? '').startsWith('Whether the cluster has httproutes'),
    );
    expect((await rig.list(HttpRoute)).map(({ metadata }) => metadata.uid)).toEqual([route?.metadata.uid]);
    answerAgain();
    await rig.untilHandler('users', 'it goes on', (handler) => conditionOf(handler, 'Synced')?.status === 'True');
    expect((await rig.list(HttpRoute)).map(({ metadata }) => metadata.uid)).toEqual([route?.metadata.uid]);
  });

  it('G-88: can take back what it commanded before one of its looks failed', async () => {
    const { proxy, rig } = await behindProxy();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    const holdOf = (status: Parameters<typeof rolloutOf>[0]) =>
      (rolloutOf(status).state as { hold?: object } | undefined)?.hold;
    await rig.say('users', 'hold by=ann reason=x');
    await rig.untilHandler('users', 'held', ({ status }) => holdOf(status) !== undefined);
    const accept = proxy.inject({
      fault: 'answer',
      args: { status: 422 },
      match: { verb: 'patch', resource: 'gativersions', subresource: 'status' },
    });
    await rig.edit('users', { replicas: 3 });
    await rig.untilHandler(
      'users',
      'a look failed',
      (handler) => conditionOf(handler, 'Synced')?.reason === 'ReconcileFailed',
    );
    accept();
    await rig.say('users', 'unhold by=ann reason=x');
    await rig.untilHandler('users', 'free', ({ status }) => holdOf(status) === undefined);
    await rig.untilHandler('users', 'well', (handler) => conditionOf(handler, 'Synced')?.status === 'True');
  });
});
