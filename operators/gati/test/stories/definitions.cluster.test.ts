import { CustomResourceDefinition, Deployment } from '@slipway/kube';
import { expect, it } from 'vitest';
import { handlerText } from '../handler-text.ts';
import type { Rig } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

const [MODULES, ...OF_HANDLERS] = ['gatimodules.gati.dev', 'gatihandlers.gati.dev', 'gativersions.gati.dev'] as const;

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
  it('G-156: while the operator runs, with everything that there is of them', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
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
