import { CustomResourceDefinition, Deployment } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { handlerText, LONG_STEP, versionText } from '../handler-text.ts';
import type { Rig } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

const [MODULES, ...OF_HANDLERS] = ['gatimodules.gati.dev', 'gatihandlers.gati.dev', 'gativersions.gati.dev'] as const;

const MODULE = `
---
apiVersion: gati.dev/v1alpha1
kind: GatiModule
metadata:
  name: cache
spec: { moduleName: cache, moduleType: node, runtime: node:20, replicas: 1, image: 'example/cache:v1', port: 50051 }
---`;

async function removeDefinitions(rig: Rig, names: readonly string[]): Promise<void> {
  for (const name of names) await rig.client.delete(CustomResourceDefinition, { name });
}

async function untilRemoved(rig: Rig, names: readonly string[]): Promise<void> {
  for (const name of names)
    await rig.until(
      `${name} is gone`,
      async () => ({ left: await rig.client.live.get(CustomResourceDefinition, { name }) }),
      ({ left }) => left === undefined,
    );
  await rig.until(
    'nothing runs',
    () => rig.list(Deployment),
    (left) => left.length === 0,
  );
}

describeOperator('the definitions are deleted', (start) => {
  it('G-156: while the operator runs, in the middle of a canary: everything that there is of them goes', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }) + MODULE + versionText('lost', 'v9'));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    await rig.until(
      'all of them run',
      () => rig.list(Deployment),
      (running) => running.length === 3,
    );
    await removeDefinitions(rig, [MODULES, ...OF_HANDLERS]);
    await untilRemoved(rig, [MODULES, ...OF_HANDLERS]);
  });

  it('G-156: while the operator is away: they wait for it, and go when it is back', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    await rig.stopOperator();
    // Without the third kind an operator does not start: there is nothing left that it could serve.
    await removeDefinitions(rig, OF_HANDLERS);
    await rig.untilHandler('users', 'it is being deleted', ({ metadata }) => metadata.deletionTimestamp !== undefined);
    expect(await rig.list(Deployment)).toHaveLength(1);
    await rig.startOperator();
    await untilRemoved(rig, OF_HANDLERS);
  });
});
