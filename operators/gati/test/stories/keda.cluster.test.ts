import { Deployment, defineKind, HorizontalPodAutoscaler } from '@slipway/kube';
import { installDefinition, openDefinition } from '@slipway/runtime/testing';
import { expect, it } from 'vitest';
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

describeOperator('KEDA', (start) => {
  it('G-110 G-179: is used as soon as it is there; until then an HPA stands in', async () => {
    const rig = await start();
    const rate =
      'scaling: { maxReplicas: 6, requestsPerSecond: { target: 10, serverAddress: "http://prometheus:9090" } }';
    await rig.apply(handlerText('users', 'v1', { more: rate }));
    const without = await rig.untilHandler(
      'users',
      'it says what is missing',
      (handler) => conditionOf(handler, 'Scaled')?.reason === 'KedaNotInstalled',
    );
    expect(conditionOf(without, 'Scaled')?.status).toBe('False');
    await rig.until(
      'an HPA stands in',
      () => rig.list(HorizontalPodAutoscaler),
      (found) => found.length === 1,
    );
    await rig.untilStable('users', 'v1');
    await installDefinition(rig.client, openDefinition(ScaledObject));
    await rig.untilHandler('users', 'KEDA scales', (handler) => {
      const { reason, status } = conditionOf(handler, 'Scaled') ?? {};
      return reason === 'KEDA' && status === 'True';
    });
    expect(await rig.list(HorizontalPodAutoscaler)).toEqual([]);
    expect(await rig.list(ScaledObject)).toHaveLength(1);
    const [deployment] = await rig.list(Deployment, 'gati.dev/handler=users');
    expect(deployment?.spec?.replicas).toBe(2);
  });
});
