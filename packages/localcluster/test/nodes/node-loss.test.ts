import { type Cluster, connect } from '@slipway/kube';
import { Event, Node, Pod } from '@slipway/kube/kinds';
import { FakeClock } from '@slipway/kube/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalCluster, startLocalCluster } from '../../src/index.ts';
import { condition } from './rig.ts';

const namespace = 'default';

describe('nodes on a clock that tests drive', () => {
  const clock = new FakeClock();
  let local: LocalCluster;
  let cluster: Cluster;
  beforeAll(async () => {
    local = await startLocalCluster({ clock, nodes: 2 });
    cluster = await connect({ text: local.kubeconfig });
  });
  afterAll(async () => {
    await cluster?.close();
    await local?.stop();
    // Whatever waited has been asked to stop.
    expect(clock.pendingTimers).toBe(0);
  });

  const nodeCondition = async (name: string): Promise<string | undefined> =>
    (await cluster.client.live.get(Node, { name }))?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  const create = (name: string, spec: object = {}) =>
    cluster.client.create(Pod, {
      metadata: { namespace, name },
      spec: { containers: [{ name: 'web', image: 'web:1' }], ...spec },
    });
  const podIs = (name: string, test: (pod: NonNullable<Awaited<ReturnType<typeof get>>>) => unknown) => async () => {
    const pod = await get(name);
    return pod && test(pod);
  };
  const get = (name: string) => cluster.client.live.get(Pod, { namespace, name });

  it('L-21 L-25: a quiet node costs a Lease every ten seconds, and no status', async () => {
    await create('first');
    await clock.advanceUntil(
      podIs('first', (pod) => condition(pod, 'Ready') === 'True'),
      { stepMs: 10 },
    );
    // New nodes lose their first taint once they are seen to be ready.
    await clock.until(async () => (await cluster.client.live.listAll(Node)).every(({ spec }) => !spec?.taints));
    const before = local.requests().length;
    const start = clock.now();
    const minutePassed = async (): Promise<boolean> => {
      // A request of our own per step: time may not outrun the heartbeats that are on their way.
      await nodeCondition('node-1');
      return clock.now() - start >= 60_000;
    };
    await clock.advanceUntil(minutePassed, { stepMs: 500 });
    const seen = await clock.until(() => {
      const writes = local
        .requests()
        .slice(before)
        .filter(({ method, status, uri, userAgent }) => {
          const isOwn = userAgent.startsWith('kubelet') && !uri.includes('/events');
          return isOwn && method !== 'GET' && status !== 0;
        });
      return writes.length >= 12 ? writes : undefined;
    });
    expect(new Set(seen.map(({ uri }) => uri.replace(/node-\d.*/, '')))).toEqual(
      new Set(['/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/']),
    );
    expect(seen.length).toBeLessThanOrEqual(14);
  });

  it('L-22: a silent node is given up after 50 s, its pods after five minutes more; it comes back by itself', async () => {
    await create('stays', { nodeName: 'node-1' });
    await create('leaves', {
      nodeName: 'node-1',
      tolerations: [
        { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
      ],
    });
    await clock.advanceUntil(
      podIs('leaves', (pod) => condition(pod, 'Ready') === 'True'),
      { stepMs: 10 },
    );
    local.nodes?.lose('node-1');
    await clock.advanceUntil(async () => (await nodeCondition('node-1')) === 'Unknown', {
      stepMs: 1_000,
      limitMs: 60_000,
    });
    await clock.advanceUntil(
      podIs('leaves', ({ metadata }) => metadata.deletionTimestamp),
      { stepMs: 5_000, limitMs: 120_000 },
    );
    expect((await get('stays'))?.metadata.deletionTimestamp).toBeUndefined();
    expect(condition((await get('stays')) ?? { metadata: {} }, 'Ready')).toBe('False');
    const node = await cluster.client.live.get(Node, { name: 'node-1' });
    expect(node?.spec?.taints?.map(({ key, effect }) => `${key}:${effect}`).toSorted()).toEqual([
      'node.kubernetes.io/unreachable:NoExecute',
      'node.kubernetes.io/unreachable:NoSchedule',
    ]);
    // Nobody is there to say that it has ended.
    expect(await get('leaves')).toBeDefined();

    await local.nodes?.restore('node-1');
    await clock.advanceUntil(async () => (await get('leaves')) === undefined, { stepMs: 100 });
    await clock.advanceUntil(
      podIs('stays', (pod) => condition(pod, 'Ready') === 'True'),
      { stepMs: 100 },
    );
    expect(await nodeCondition('node-1')).toBe('True');
    await clock.until(async () => {
      const reasons = (await cluster.client.live.listAll(Event, { namespace })).map(({ reason }) => reason);
      return ['NodeNotReady', 'TaintManagerEviction'].every((reason) => reasons.includes(reason));
    });
  });
});
