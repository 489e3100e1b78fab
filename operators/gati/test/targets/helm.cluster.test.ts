import { Deployment, Service } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { GatiHandlerKind } from '../../src/types/index.ts';
import { handlerText } from '../handler-text.ts';
import { conditionOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';
import { retire, untilNothingIsLeft } from './endings.ts';
import { helmEnvironment, openHelm } from './places.ts';

describeOperator('an operator that writes Helm releases', (start, cluster) => {
  it('G-172 G-175: a handler is a release, from its first version over a canary to its end', async () => {
    const [rig, helm] = [await start({ env: await helmEnvironment() }), await openHelm()];
    const release = { kubeconfig: cluster().kubeconfig, namespace: rig.namespace, name: 'gati-users' };
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    const first = await rig.untilHandler(
      'users',
      'all of it has arrived',
      (handler) => conditionOf(handler, 'Synced')?.status === 'True' && handler.status?.target?.health === 'Healthy',
    );
    expect(first.status?.target).toMatchObject({ kind: 'helm', sync: 'Synced' });
    for (const { metadata } of [...(await rig.list(Deployment)), ...(await rig.list(Service))]) {
      expect(metadata.annotations).toMatchObject({ 'meta.helm.sh/release-name': 'gati-users' });
      expect(metadata.ownerReferences).toBeUndefined();
    }

    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilStage('v2', 'Canary');
    await rig.untilStable('users', 'v2');
    await retire(rig, 'v1');
    const left = await rig.list(Deployment);
    expect(left.map(({ spec }) => spec?.template?.spec?.containers?.[0]?.image)).toEqual(['example/users:v2']);
    const settled = await rig.until(
      'the newest revision is reported',
      async () => ({ handler: await rig.handler('users'), newest: (await helm.history(release)).at(-1) }),
      ({ handler, newest }) =>
        handler?.status?.target?.revision === `${newest?.revision}` && handler.status.target.sync === 'Synced',
    );
    expect(settled.newest?.status).toBe('deployed');
    expect(settled.newest?.revision).toBeGreaterThan(Number(first.status?.target?.revision));

    await rig.client.delete(GatiHandlerKind, { namespace: rig.namespace, name: 'users' });
    await untilNothingIsLeft(rig);
    expect(await helm.history(release)).toEqual([]);
  });
});
