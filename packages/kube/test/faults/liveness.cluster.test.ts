import { ConfigMap } from '@slipway/kube/kinds';
import { describeCluster } from '@slipway/test/clusters/suite';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Mirror, startMirror } from './mirror.ts';
import { configMap, type Rig, startRig, versions } from './rig.ts';

const IDLE_LEAST_MS = 70_000;
const IDLE_MOST_MS = 74_000;

describeCluster('watches that fall silent', {}, (cluster) => {
  let rig: Rig;
  let mirror: Mirror;

  beforeEach(async () => {
    rig = await startRig(cluster());
    await rig.world.create(ConfigMap, configMap(rig, 'a'));
  });

  async function startSynced(): Promise<void> {
    mirror = startMirror(rig);
    await mirror.converge();
    mirror.requests();
  }

  it('F-4.1, R-6, R-7: a half-open connection is replaced after 70 to 74 s, from the last version, without a list', async () => {
    await startSynced();
    const last = mirror.cache.state.lastResourceVersion;
    rig.proxy.cutAll('halfOpen');
    await rig.world.create(ConfigMap, configMap(rig, 'b'));
    await rig.pass(IDLE_LEAST_MS - 1_000);
    expect(mirror.requests()).toEqual([]);
    await rig.pass(IDLE_MOST_MS - IDLE_LEAST_MS + 2_000);
    expect(mirror.requests()).toEqual(['watch']);
    expect(rig.proxy.log.entries.at(-1)?.resourceVersionBefore).toBe(last);
    await mirror.converge(1_000);
    expect(mirror.cache.state).toMatchObject({ stale: false, blocker: undefined });
  });

  it('F-4.1, R-7: 200 and then silence: one watch per 70 to 74 s, no list, one item asked for after the second', async () => {
    await startSynced();
    rig.proxy.inject({ match: { verb: 'watch' }, fault: 'hold' });
    rig.proxy.cutAll('reset');
    const from = rig.clock.now();
    await rig.passUntil(() => rig.proxy.log.matching({ verb: 'list' }).length === 1);
    const asked = mirror.requests();
    expect(asked).toEqual(['watch', 'watch', 'probe']);
    expect(rig.clock.now() - from).toBeGreaterThan(2 * IDLE_LEAST_MS);
    expect(rig.clock.now() - from).toBeLessThan(2 * IDLE_MOST_MS + 5_000);
    rig.proxy.clear();
    await rig.world.create(ConfigMap, configMap(rig, 'b'));
    await mirror.converge();
  });

  it('F-4.7, R-22: without the bookmark that ends the initial events, a list follows after 30 s', async () => {
    rig.proxy.inject({ match: { verb: 'watch' }, fault: 'dropEvents', args: { types: ['BOOKMARK'] } });
    mirror = startMirror(rig);
    await rig.pass(29_000);
    expect(mirror.cache.state.synced).toBe(false);
    expect(mirror.versions()).toEqual({});
    await mirror.converge(5_000);
    await rig.passUntil(() => rig.proxy.log.matching({ verb: 'watch' }).length === 2, { limitMs: 1_000 });
    expect(mirror.requests()).toEqual(['sync', 'sync', 'watch']);
    expect(rig.proxy.log.matching({ verb: 'list' })).toHaveLength(1);
  });

  it('F-4.7, R-6: with no bookmarks at all, quiet watches are replaced by the idle timer alone', async () => {
    rig.proxy.inject({ match: { verb: 'watch' }, fault: 'dropEvents', args: { types: ['BOOKMARK'] } });
    mirror = startMirror(rig);
    await mirror.converge();
    await rig.passUntil(() => rig.proxy.log.matching({ verb: 'watch' }).length === 2);
    mirror.requests();
    await rig.pass(IDLE_LEAST_MS - 1_000);
    expect(mirror.requests()).toEqual([]);
    await rig.pass(IDLE_MOST_MS - IDLE_LEAST_MS + 2_000);
    expect(mirror.requests()).toEqual(['watch']);
    await rig.world.create(ConfigMap, configMap(rig, 'b'));
    await mirror.converge();
  });

  it('F-4.7: a storm of bookmarks is taken in by the stream that brings it', async () => {
    rig.proxy.inject({
      match: { verb: 'watch' },
      fault: 'insertBookmarks',
      args: { afterEvents: 4, bookmarks: 10_000 },
    });
    await startSynced();
    for (const name of ['b', 'c', 'd']) await rig.world.create(ConfigMap, configMap(rig, name));
    await mirror.converge();
    await rig.world.delete(ConfigMap, { namespace: rig.namespace, name: 'd' });
    await mirror.converge();
    expect(mirror.requests()).toEqual([]);
  });

  describe('a server restored to an earlier state', () => {
    it('F-4.12, R-7: is found by the probe and read afresh, once', async () => {
      await startSynced();
      const past = (await rig.world.create(ConfigMap, configMap(rig, 'b'))).metadata.resourceVersion;
      const restored = versions(await rig.world.listAll(ConfigMap, { namespace: rig.namespace }));
      await rig.world.create(ConfigMap, configMap(rig, 'c'));
      await mirror.converge();
      mirror.requests();
      rig.proxy.inject({ match: { verb: ['list', 'watch'] }, fault: 'travel', args: { resourceVersion: past } });
      rig.proxy.cutAll('reset');
      await rig.passUntil(() => JSON.stringify(mirror.versions()) === JSON.stringify(restored));
      expect(mirror.requests()).toEqual(['watch', 'watch', 'probe', 'sync']);
      expect(mirror.concluded).toEqual(['c']);
      expect(mirror.cache.state).toMatchObject({ lastResourceVersion: past, stale: false, blocker: undefined });
    });
  });
});
