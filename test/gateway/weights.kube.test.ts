import { fileURLToPath } from 'node:url';
import { type Cluster, connect } from '@slipway/kube';
import { Namespace, Pod } from '@slipway/kube/kinds';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { freePort, waitUntil } from '@slipway/tools/processes/index';
import { manifestsOf, type RouteRule, type Workload } from '@slipway/workloads';
import type { Backend } from '@slipway/workloads/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  boundsOf,
  describeWithGateway,
  type RunningGateway,
  sendRequests,
  startGateway,
  type Tally,
  underLoad,
  untilAccepted,
} from './index.ts';

const SERVER = fileURLToPath(new URL('version-server.mjs', import.meta.url));
const PORT = await freePort();
const namespace = 'shop';
const name = 'orders';
const versions = ['v1', 'v2', 'v3'] as const;

/** Percent by version. */
type Weights = Readonly<Record<(typeof versions)[number], number>>;

/** A version of the handler with a Service of its own. */
const deployed = (version: string): Workload => ({
  name: `${name}-${version}`,
  namespace,
  // Shares go to versions, however many pods each has.
  replicas: version === 'v1' ? 2 : 1,
  pod: {
    containers: [
      {
        name,
        image: `example/${name}:${version}`,
        ports: [{ name: 'http', port: PORT }],
        env: { VERSION: version },
        probes: { readiness: { httpGet: { path: '/', port: 'http' }, initialDelaySeconds: 0, periodSeconds: 1 } },
      },
    ],
  },
  services: [{ ports: [{ port: 80, targetPort: 'http' }] }],
});

await describeWithGateway('a route through a real gateway', () => {
  let local: LocalCluster;
  let cluster: Cluster;
  let gateway: RunningGateway;

  const apply = async (workload: Workload): Promise<void> => {
    for (const manifest of manifestsOf(workload)) {
      const kind = await cluster.discovery.kind(manifest);
      await cluster.client.apply(kind, manifest, { fieldManager: 'test', fieldValidation: 'Strict' });
    }
  };
  /** A header leads to each version, all else is shared by weight. */
  const route = async (weights: Weights): Promise<void> => {
    const path = { value: '/' };
    const backend = (version: string): Backend => ({ service: `${name}-${version}`, port: 80 });
    const rules: RouteRule[] = versions.map((version) => ({
      matches: [{ path, headers: [{ name: 'x-gati-version', value: version }] }],
      backends: [backend(version)],
    }));
    const shared = versions.map((version) => ({ ...backend(version), weight: weights[version] }));
    rules.push({ matches: [{ path }], backends: shared });
    await apply({ name, namespace, route: { gateways: [gateway.reference], rules } });
  };
  /** Until so many pods are ready and those that are too many have ended. */
  const untilHas = (version: string, replicas: number): Promise<true> =>
    waitUntil(async () => {
      const labelSelector = `app.kubernetes.io/instance=${name}-${version}`;
      const pods = await cluster.client.live.listAll(Pod, { namespace, labelSelector });
      const ready = pods.filter(({ status }) =>
        status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True'),
      );
      return pods.length === replicas && ready.length === replicas ? true : undefined;
    }, AbortSignal.timeout(240_000));
  const expectShares = ({ answers, failures }: Tally, size: number, weights: Weights): void => {
    expect(failures).toEqual([]);
    for (const version of versions) {
      const [least, most] = boundsOf(size, weights[version]);
      const count = answers.get(version) ?? 0;
      expect(count, version).toBeGreaterThanOrEqual(least);
      expect(count, version).toBeLessThanOrEqual(most);
    }
  };

  beforeAll(async () => {
    local = await startLocalCluster({
      nodes: 1,
      processes: { [`example/${name}`]: { command: [process.execPath, SERVER] } },
    });
    gateway = await startGateway(local);
    cluster = await connect({ text: local.kubeconfig });
    await cluster.client.create(Namespace, { metadata: { name: namespace } });
    for (const version of versions) await apply(deployed(version));
    for (const version of versions) await untilHas(version, deployed(version).replicas ?? 1);
  });
  afterAll(async () => {
    await cluster?.close();
    await gateway?.stop();
    await local?.stop();
  });

  test('L-23 G-73: shares follow the weights once the route is accepted and settled', async () => {
    const weights = { v1: 60, v2: 30, v3: 10 };
    await route(weights);
    const { status } = await untilAccepted(cluster.client, { namespace, name });
    expect(status?.parents).toMatchObject([{ parentRef: gateway.reference }]);
    await gateway.settled();
    expectShares(await sendRequests(gateway.url, 10_000), 10_000, weights);
  });

  test('G-73: a header leads to a version of weight 0, and nothing else does', async () => {
    const weights = { v1: 90, v2: 10, v3: 0 };
    await route(weights);
    await gateway.settled();
    const named = await sendRequests(gateway.url, 1_000, { headers: { 'x-gati-version': 'v3' } });
    expect(named).toMatchObject({ answers: new Map([['v3', 1_000]]), failures: [] });
    // The header of a version that is not there, too.
    const unknown = await sendRequests(gateway.url, 2_000, { headers: { 'x-gati-version': 'v9' } });
    expectShares(unknown, 2_000, weights);
  });

  test('G-73: weights change under load, step by step and without one failed request', async () => {
    const { all } = await underLoad(gateway.url, async (requests) => {
      for (const v2 of [10, 50, 100]) {
        const weights = { v1: 100 - v2, v2, v3: 0 };
        await route(weights);
        await gateway.settled();
        expectShares(await requests.next(2_000), 2_000, weights);
      }
    });
    expect(all.failures).toEqual([]);
  });

  test('L-23 G-73: a route that changes all the time fails no request and comes to rest at the last weights', async () => {
    const { result: last, all } = await underLoad(gateway.url, async (requests) => {
      for (let step = 0; step <= 50; step++) await route({ v1: 100 - step * 2, v2: step * 2, v3: 0 });
      await untilAccepted(cluster.client, { namespace, name });
      await gateway.settled();
      return await requests.next(500);
    });
    expect(last.answers).toEqual(new Map([['v2', 500]]));
    expect(all.failures).toEqual([]);
  });

  test('L-23: pods come and go behind a Service without one failed request', async () => {
    await route({ v1: 0, v2: 100, v3: 0 });
    await gateway.settled();
    const { all } = await underLoad(
      gateway.url,
      async () => {
        for (const replicas of [3, 1]) {
          await apply({ ...deployed('v2'), replicas });
          await untilHas('v2', replicas);
        }
      },
      { connections: 2 },
    );
    expect([...all.answers.keys()]).toEqual(['v2']);
    expect(all.failures).toEqual([]);
  });
});
