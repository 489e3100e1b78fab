import { Deployment } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { autoscale } from '../autoscaled.ts';
import { handlerText } from '../handler-text.ts';
import { conditionOf, type Rig } from '../rig.ts';
import { describeOperator } from '../rigs.ts';
import { helmEnvironment, startEngine } from './places.ts';

const PLACES = [
  ['a Helm release', helmEnvironment],
  ['git', async (rig: Rig) => (await startEngine(rig)).env],
] as const;

describeOperator('the number of pods', (start) => {
  it.each(PLACES)('G-113: is an autoscaler’s alone where objects come by %s', async (_, environmentOf) => {
    const rig = await start();
    await rig.restartOperator(await environmentOf(rig));
    await rig.apply(handlerText('users', 'v1', { replicas: 5 }));
    await rig.untilStable('users', 'v1');
    const { seen, cache } = await autoscale(rig);
    expect([...seen]).toEqual([5]);

    const [deployment] = await rig.list(Deployment);
    const ref = { namespace: rig.namespace, name: deployment?.metadata.name ?? '' };
    await rig.client.patch(Deployment, ref, { merge: { spec: { replicas: 7 } } }, { fieldManager: 'autoscaler' });
    // Another change of the set, which goes all the way.
    await rig.edit('users', { service: { annotations: { touched: 'yes' } } });
    await rig.untilHandler(
      'users',
      'the change has arrived',
      (handler) =>
        handler.status?.observedGeneration === handler.metadata.generation &&
        conditionOf(handler, 'Synced')?.status === 'True',
    );
    await rig.until(
      'the watch has seen seven',
      async () => seen,
      (counts) => counts.has(7),
    );
    expect([...seen]).toEqual([5, 7]);
    await cache.release();
  });
});
