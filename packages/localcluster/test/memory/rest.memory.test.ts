import { type Cluster, connect } from '@slipway/kube';
import { Deployment, Node, Service } from '@slipway/kube/kinds';
import { FakeClock } from '@slipway/kube/testing';
import { heapBytes } from '@slipway/test/memory/heap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalCluster, type SeenRequest, startLocalCluster } from '../../src/index.ts';

const MINUTE_MS = 60_000;
const NODES = 3;
const namespace = 'default';
const labels = { app: 'web' };
const LEASE = /^\/apis\/coordination\.k8s\.io\/v1\/namespaces\/kube-node-lease\/leases\/node-/;
const STATUS = /^\/api\/v1\/nodes\/node-\d\/status/;

describe('a whole cluster at rest', () => {
  const clock = new FakeClock();
  let local: LocalCluster;
  let cluster: Cluster;
  beforeAll(async () => {
    // Leases are renewed for ever; what is kept of that must not be taken for a leak.
    local = await startLocalCluster({ clock, nodes: NODES, historyLimit: 10 });
    cluster = await connect({ text: local.kubeconfig });
  });
  afterAll(async () => {
    await cluster?.close();
    await local?.stop();
  });

  const pass = async (ms: number): Promise<void> => {
    const start = clock.now();
    const isOver = async (): Promise<boolean> => {
      // A request of our own per step: time may not outrun the heartbeats that are on their way.
      await cluster.client.live.get(Node, { name: 'node-1' });
      return clock.now() - start >= ms;
    };
    // On a busy machine some 1,500 requests take their time.
    await clock.advanceUntil(isOver, { stepMs: 1_000, limitMs: 2 * ms, realLimitMs: 150_000 });
  };
  const isWrite = ({ method }: SeenRequest): boolean => method !== 'GET';

  it('L-20 L-21: nodes say that they are there, nobody writes anything else, and memory stays as it is', async () => {
    await cluster.client.create(Service, {
      metadata: { namespace, name: 'web' },
      spec: { selector: labels, ports: [{ port: 80 }] },
    });
    await cluster.client.create(Deployment, {
      metadata: { namespace, name: 'web' },
      spec: {
        replicas: 5,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
      },
    });
    const isReady = async (): Promise<boolean> =>
      (await cluster.client.live.get(Deployment, { namespace, name: 'web' }))?.status?.readyReplicas === 5;
    await clock.advanceUntil(isReady, { stepMs: 50, realLimitMs: 60_000 });
    await pass(5 * MINUTE_MS);

    const seenBefore = local.requests().length;
    const heapBefore = await heapBytes();
    await pass(20 * MINUTE_MS);
    const heapAfter = await heapBytes();
    const writes = local.requests().slice(seenBefore).filter(isWrite);
    const leases = writes.filter(({ uri }) => LEASE.test(uri));
    const statuses = writes.filter(({ uri }) => STATUS.test(uri));
    expect(writes.filter((write) => !leases.includes(write) && !statuses.includes(write))).toEqual([]);
    // Each node says that it is there every ten seconds, and how it is every five minutes.
    expect(leases.length).toBeGreaterThan(NODES * 6 * 18);
    expect(leases.length).toBeLessThan(NODES * 6 * 22);
    expect(statuses.length).toBeLessThanOrEqual(NODES * 5);
    // The request log itself has grown by some 2,000 entries.
    expect(heapAfter - heapBefore).toBeLessThan(2 * 1024 * 1024);
  });
});
