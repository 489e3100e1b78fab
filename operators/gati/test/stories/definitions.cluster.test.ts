import { CustomResourceDefinition, Deployment } from '@slipway/kube';
import { expect, it } from 'vitest';
import { handlerText } from '../handler-text.ts';
import { describeOperator } from '../rigs.ts';

describeOperator('the definitions are deleted', (start) => {
  it('G-156: while the operator runs, with everything that there is of them', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    const names = ['gatihandlers.gati.dev', 'gativersions.gati.dev', 'gatimodules.gati.dev'];
    for (const name of names) await rig.client.delete(CustomResourceDefinition, { name });
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
    expect(await rig.list(Deployment)).toEqual([]);
  });
});
