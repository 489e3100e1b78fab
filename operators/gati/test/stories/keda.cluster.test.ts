import { defineKind, installDefinition } from '@slipway/kube';
import { Deployment, HorizontalPodAutoscaler } from '@slipway/kube/kinds';
import { openDefinition } from '@slipway/runtime/testing';
import { expect, it } from 'vitest';
import { GatiModuleKind, type GatiModuleSpec } from '../../src/types/index.ts';
import { handlerText } from '../handler-text.ts';
import { conditionOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

const ScaledObject = defineKind<object, object>({
  group: 'keda.sh',
  version: 'v1alpha1',
  kind: 'ScaledObject',
  plural: 'scaledobjects',
  scope: 'Namespaced',
});

const MODULE: GatiModuleSpec = {
  moduleName: 'db',
  moduleType: 'node',
  runtime: 'node:20',
  replicas: 1,
  image: 'db:1',
  port: 3000,
  scaling: { maxReplicas: 3, requestsPerSecond: { target: 10, serverAddress: 'http://prometheus:9090' } },
};

describeOperator('KEDA', (start) => {
  it('G-110 G-179: is used by handlers and modules as soon as it is there; until then an HPA stands in', async () => {
    const rig = await start();
    const module = { namespace: rig.namespace, name: 'db' };
    await rig.client.create(GatiModuleKind, { metadata: module, spec: MODULE });
    const ofModule = async (): Promise<string | undefined> =>
      (await rig.client.live.get(GatiModuleKind, module))?.status?.conditions?.find(({ type }) => type === 'Scaled')
        ?.reason;
    await rig.until('the module says it too', ofModule, (reason) => reason === 'KedaNotInstalled');
    const rate =
      'scaling: { maxReplicas: 6, requestsPerSecond: { target: 10, serverAddress: "http://prometheus:9090" } }';
    await rig.apply(handlerText('users', 'v1', { more: rate }));
    const without = await rig.untilHandler(
      'users',
      'it says what is missing',
      (handler) => conditionOf(handler, 'Scaled')?.reason === 'KedaNotInstalled',
    );
    expect(conditionOf(without, 'Scaled')?.status).toBe('False');
    await rig.untilCount(HorizontalPodAutoscaler, 2);
    await rig.untilStable('users', 'v1');
    await installDefinition(rig.client, openDefinition(ScaledObject));
    await rig.untilHandler('users', 'KEDA scales', (handler) => {
      const { reason, status } = conditionOf(handler, 'Scaled') ?? {};
      return reason === 'KEDA' && status === 'True';
    });
    await rig.until('KEDA scales the module', ofModule, (reason) => reason === 'KEDA');
    await rig.untilCount(HorizontalPodAutoscaler, 0);
    await rig.untilCount(ScaledObject, 2);
    const [deployment] = await rig.list(Deployment, 'gati.dev/handler=users');
    expect(deployment?.spec?.replicas).toBe(2);
  });
});
