import { fileURLToPath } from 'node:url';
import { type Cluster, connect } from '@slipway/kube';
import { Deployment, EndpointSlice, Pod, Service } from '@slipway/kube/kinds';
import { requestAs } from '@slipway/tools/control-plane/index';
import { freePort, waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalCluster, startLocalCluster } from '../../src/index.ts';
import { userOfPod } from './pod-user.ts';

const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));
const PORT = await freePort();
const namespace = 'default';
const labels = { app: 'web' };

describe('a whole cluster in one process', () => {
  let local: LocalCluster;
  let cluster: Cluster;
  beforeAll(async () => {
    local = await startLocalCluster({
      nodes: 2,
      processes: { 'example/server': { command: [process.execPath, SERVER] } },
    });
    cluster = await connect({ text: local.kubeconfig });
  });
  afterAll(async () => {
    await cluster?.close();
    await local?.stop();
  });

  const podsOf = (): ReturnType<typeof cluster.client.live.listAll<typeof Pod>> =>
    cluster.client.live.listAll(Pod, { namespace, labelSelector: 'app=web' });
  const untilReady = (count: number): Promise<number> =>
    waitUntil(async () => {
      const made = await cluster.client.live.get(Deployment, { namespace, name: 'web' });
      return made?.status?.readyReplicas === count ? count : undefined;
    }, AbortSignal.timeout(240_000));

  it('L-20 L-21 L-23: a Deployment is scheduled, runs and serves behind the address of its Service', {
    timeout: 300_000,
  }, async () => {
    await cluster.client.create(Service, {
      metadata: { namespace, name: 'web' },
      spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
    });
    await cluster.client.create(Deployment, {
      metadata: { namespace, name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            terminationGracePeriodSeconds: 5,
            containers: [
              {
                name: 'server',
                image: 'example/server:1',
                ports: [{ name: 'http', containerPort: PORT }],
                readinessProbe: { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 1 },
              },
            ],
          },
        },
      },
    });
    await untilReady(2);
    const pods = await podsOf();
    expect(new Set(pods.map(({ spec }) => spec?.nodeName))).toEqual(new Set(['node-1', 'node-2']));
    const address = await local.nodes?.serviceAddress(namespace, 'web', 'http');
    await waitUntil(async () => {
      const slices = await cluster.client.live.listAll(EndpointSlice, {
        namespace,
        labelSelector: 'kubernetes.io/service-name=web',
      });
      return slices.flatMap(({ endpoints }) => endpoints ?? []).length === 2 ? true : undefined;
    }, AbortSignal.timeout(240_000));
    const names = await waitUntil(async () => {
      const seen = new Set<string>();
      for (let i = 0; i < 4; i++)
        seen.add((await (await fetch(`http://${address}/`, { headers: { connection: 'close' } })).text()).trim());
      return seen.size === 2 ? seen : undefined;
    }, AbortSignal.timeout(240_000));
    expect(names).toEqual(new Set(pods.map(({ metadata }) => metadata.name)));
  });

  it('L-12 L-23: its logs and pages are read through the API', async () => {
    const [pod] = await podsOf();
    const path = `/api/v1/namespaces/${namespace}/pods/${pod?.metadata.name}`;
    const page = await requestAs(local.kubeconfig, `${path}:${PORT}/proxy/`);
    expect([page.status, page.body.trim()]).toEqual([200, pod?.metadata.name]);
    const log = await requestAs(local.kubeconfig, `${path}/log?tailLines=1`);
    expect(log.body).toMatch(/^asked for \//);
  });

  it('L-11 L-23: a process finds credentials of its pod that the cluster knows', async () => {
    const [pod] = await podsOf();
    expect(await userOfPod(`http://${pod?.status?.podIP}:${PORT}`)).toBe('system:serviceaccount:default:default');
  });

  it('L-20 L-22: a rolling update replaces the processes, and a scale to nothing ends them', {
    timeout: 300_000,
  }, async () => {
    const before = new Set((await podsOf()).map(({ metadata }) => metadata.uid));
    const template = { spec: { containers: [{ name: 'server', env: [{ name: 'GREETING', value: 'again' }] }] } };
    await cluster.client.patch(Deployment, { namespace, name: 'web' }, { strategic: { spec: { template } } });
    await waitUntil(async () => {
      const pods = await podsOf();
      return pods.length === 2 && pods.every(({ metadata }) => !before.has(metadata.uid)) ? true : undefined;
    }, AbortSignal.timeout(240_000));
    await untilReady(2);
    await cluster.client.patch(Deployment, { namespace, name: 'web' }, { merge: { spec: { replicas: 0 } } });
    await waitUntil(async () => ((await podsOf()).length === 0 ? true : undefined), AbortSignal.timeout(240_000));
  });
});
