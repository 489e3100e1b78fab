import { type JsonObject } from '@slipway/crd/schema';
import { type AnyKind, Deployment, Service } from '@slipway/kube';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { describeWithGateway, type RunningGateway, startGateway, underLoad } from '@slipway/test/gateway/index';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { convert } from '../../src/convert/index.ts';
import { GatiHandlerKind, GatiVersionKind } from '../../src/types/index.ts';
import { Rig } from '../rig.ts';
import { SERVING } from '../rigs.ts';

vi.setConfig({ testTimeout: 300_000 });

const labels = { app: 'users' };
const DEPLOYMENT: JsonObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'users', namespace: 'default', labels },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [
          {
            name: 'app',
            image: 'example/users:v1',
            ports: [{ containerPort: 8080 }],
            env: [{ name: 'HANDLER_PATH', value: '/users' }],
            readinessProbe: { httpGet: { path: '/health', port: 8080 }, periodSeconds: 1 },
          },
        ],
      },
    },
  },
};
const SERVICE: JsonObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'users', namespace: 'default', labels },
  spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
};
const KINDS = [Deployment, Service, GatiHandlerKind, GatiVersionKind] as unknown as readonly AnyKind[];

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

  const apply = async (object: JsonObject): Promise<void> => {
    const kind = KINDS.find((one) => one.kind === object['kind']);
    if (kind) await rig.client.apply(kind, object, { fieldManager: 'person', force: true });
  };

  it('G-191 G-39: is a version with all of the weight, and hands over without a failed request', async () => {
    for (const object of [DEPLOYMENT, SERVICE]) await apply(object);
    const look = () => rig.get(Deployment, 'users');
    await rig.until('users serves', look, ({ status }) => status?.readyReplicas === 2);
    const { resources, findings } = convert([DEPLOYMENT, SERVICE], { adopt: true });
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
    };
    for (const object of resources) {
      const spec = object['spec'] as JsonObject;
      await apply(object['kind'] === 'GatiHandler' ? { ...object, spec: { ...spec, ...more } } : object);
    }
    await rig.untilStable('users', 'v1-adopted');
    await gateway.settled();

    const { all } = await underLoad(`${gateway.url}/users`, async () => {
      await rig.edit('users', { version: 'v1' });
      await rig.untilStable('users', 'v1');
      await gateway.settled();
    });
    expect(all.failures).toEqual([]);
  });
});
