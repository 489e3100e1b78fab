import { ConfigMap } from '@slipway/kube/kinds';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it } from 'vitest';
import { type Mirror, startMirror } from './mirror.ts';
import { configMap, type Rig, serverVersions, startRig } from './rig.ts';

const MIRRORS = 20;

describeCluster('connections that go', {}, (cluster) => {
  /** Caches of different objects of one kind, each with one object, so that each has a watch of its own. */
  async function startMirrors(rig: Rig, count: number): Promise<Mirror[]> {
    const numbers = Array.from({ length: count }, (_, index) => `${index}`);
    const create = (number: string, name: string): Promise<unknown> => {
      const object = configMap(rig, `${name}-${number}`);
      return rig.world.create(ConfigMap, { ...object, metadata: { ...object.metadata, labels: { number } } });
    };
    for (const number of numbers) await create(number, 'first');
    const mirrors = numbers.map((number) => startMirror(rig, { labelSelector: `number=${number}` }));
    for (const mirror of mirrors) await mirror.converge();
    for (const mirror of mirrors) mirror.requests();
    return mirrors;
  }

  async function changeAll(rig: Rig, count: number): Promise<void> {
    for (let number = 0; number < count; number++) {
      const object = configMap(rig, `second-${number}`);
      await rig.world.create(ConfigMap, {
        ...object,
        metadata: { ...object.metadata, labels: { number: `${number}` } },
      });
      await rig.world.delete(ConfigMap, { namespace: rig.namespace, name: `first-${number}` });
    }
  }

  it.each(['reset', 'close', 'tlsReset'] as const)(
    'F-4.8, R-27: all connections go by %s: every watch is resumed once, with no list',
    async (how) => {
      const rig = await startRig(cluster());
      const mirrors = await startMirrors(rig, 3);
      rig.proxy.cutAll(how);
      await changeAll(rig, 3);
      for (const mirror of mirrors) await mirror.converge();
      for (const mirror of mirrors) expect(mirror.requests()).toEqual(['watch']);
    },
  );

  it('F-4.8, R-27, R-29: no connection for five minutes: few tries, then every watch is resumed with no list', async () => {
    const rig = await startRig(cluster());
    const mirrors = await startMirrors(rig, 3);
    await rig.proxy.down();
    await changeAll(rig, 3);
    await rig.pass(300_000);
    for (const { cache } of mirrors) expect(cache.state).toMatchObject({ synced: true, stale: false });
    for (const { cache } of mirrors) expect(cache.counters.watches).toBeLessThanOrEqual(14);
    await rig.proxy.up();
    for (const mirror of mirrors) await mirror.converge();
    for (const mirror of mirrors) expect(mirror.requests()).toEqual(['watch']);
  });

  it(`F-4.8, R-27, R-29: the API server is killed and restarted under ${MIRRORS} watches: at most 2 syncs each`, async () => {
    const rig = await startRig(cluster());
    const mirrors = await startMirrors(rig, MIRRORS);
    await cluster().restart();
    await serverVersions(rig); // A read may be repeated; a write on a socket that has just died may not.
    await changeAll(rig, MIRRORS);
    for (const mirror of mirrors) await mirror.converge();
    for (const mirror of mirrors) {
      const requests = mirror.requests();
      expect(requests.filter((what) => what === 'sync').length).toBeLessThanOrEqual(2);
      expect(requests.length).toBeLessThanOrEqual(10);
    }
  });
});

describeCluster('consumers that misbehave', {}, (cluster) => {
  it('F-4.10, R-28, R-40: a handler that throws or is slow: the cache equals the server, events stay in order', async () => {
    const rig = await startRig(cluster());
    await rig.world.create(ConfigMap, configMap(rig, 'a'));
    const seen: number[] = [];
    const mirror = startMirror(rig, {
      onEvent: ({ object }) => {
        for (let spin = 0; spin < 1_000_000; spin++);
        if (object.metadata?.name !== 'a') return;
        seen.push(Number(object.metadata.resourceVersion));
        throw new Error('a handler with a bug');
      },
    });
    await mirror.converge();
    const ref = { namespace: rig.namespace, name: 'a' };
    for (let count = 0; count < 20; count++) {
      await rig.world.patch(ConfigMap, ref, { merge: { data: { count: `${count}` } } });
    }
    await mirror.converge();
    expect(seen).toHaveLength(21);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(mirror.cache.counters.inconsistencies).toBe(0);
  });
});
