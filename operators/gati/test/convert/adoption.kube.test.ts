import { Deployment } from '@slipway/kube/kinds';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { describeWithGateway, type RunningGateway, startGateway, underLoad } from '@slipway/test/gateway/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convert } from '../../src/convert/index.ts';
import { Rig } from '../rig.ts';
import { SERVING } from '../rigs.ts';
import { applyAs, legacy, untilServing } from './legacy.ts';

await describeWithGateway('the workload of before, behind a real gateway', () => {
  let local: LocalCluster;
  let gateway: RunningGateway;
  let rig: Rig;
  beforeAll(async () => {
    local = await startLocalCluster({ nodes: 2, controllers: true, processes: SERVING });
    gateway = await startGateway(local);
    const { kubeconfig, nodes } = local;
    if (!nodes) throw new Error('the cluster was started without nodes');
    rig = await Rig.start({ kubeconfig, namespace: 'default', nodes });
  });
  afterAll(async () => {
    await rig?.stop();
    await gateway?.stop();
    await local?.stop();
  });

  it('G-191 G-39 G-106: is a version with all of the weight, and hands over and is removed without a failed request', async () => {
    const { deployment, service } = legacy(rig.namespace);
    for (const object of [deployment, service]) await applyAs(rig, object);
    await untilServing(rig);
    const { resources, findings } = convert([deployment, service], { adopt: true });
    expect(findings.filter(({ sort }) => sort === 'lost')).toEqual([]);
    const { name, namespace } = gateway.reference;
    const more = {
      routing: { gateway: { name, namespace } },
      rollout: {
        steps: [
          { weight: 20, pause: '2s' },
          { weight: 100, pause: '1s' },
        ],
        rollbackWindow: '1s',
      },
      traffic: { interval: '1s' },
      decommission: { gracePeriod: '2s', zeroSamples: 3 },
    };
    for (const object of resources) await applyAs(rig, object, more);
    await rig.untilStable('users', 'v1-adopted');
    await gateway.settled();

    const { all } = await underLoad(`${gateway.url}/users`, async () => {
      await rig.edit('users', { version: 'v1' });
      await rig.untilStable('users', 'v1');
      await gateway.settled();
      const annotations = { 'gati.dev/adopt': 'true' };
      const { namespace: here } = rig;
      await rig.client.patch(Deployment, { namespace: here, name: 'users' }, { merge: { metadata: { annotations } } });
      await rig.untilStage('v1-adopted', 'Decommissioned');
    });
    expect(all.failures).toEqual([]);
    expect(await rig.get(Deployment, 'users')).toBeUndefined();
  });
});
