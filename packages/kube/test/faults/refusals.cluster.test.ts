import { ConfigMap } from '@slipway/kube/kinds';
import type { Fault, LoggedRequest } from '@slipway/kube/testing';
import { REFLECTOR_BACKOFF } from '@slipway/kube/watch';
import { describeCluster } from '@slipway/test/clusters/suite';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Mirror, startMirror } from './mirror.ts';
import { asked, configMap, type Rig, startRig } from './rig.ts';

const TOO_LARGE = {
  message: 'Too large resource version',
  details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] },
};

const isSync = (entry: LoggedRequest): boolean => asked(entry) === 'sync';

describeCluster('watches that are refused or ended', {}, (cluster) => {
  let rig: Rig;
  let mirror: Mirror;

  beforeEach(async () => {
    rig = await startRig(cluster());
    await rig.world.create(ConfigMap, configMap(rig, 'a'));
    await rig.world.create(ConfigMap, configMap(rig, 'b'));
    mirror = startMirror(rig);
    await mirror.converge();
    mirror.requests();
  });

  /** Cuts the watch; while it is gone `a` is deleted and `c` comes. */
  async function changeUnseen(): Promise<void> {
    rig.proxy.cutAll('reset');
    await rig.world.delete(ConfigMap, { namespace: rig.namespace, name: 'a' });
    await rig.world.create(ConfigMap, configMap(rig, 'c'));
  }

  describe('a version that the server does not have', () => {
    it.each<[string, Fault]>([
      ['HTTP 410', { fault: 'answer', args: { status: 410 } }],
      ['an ERROR event 410', { fault: 'insertError', args: { code: 410 } }],
      ['an ERROR event 504, too large', { fault: 'insertError', args: { code: 504, ...TOO_LARGE } }],
    ])('F-4.3, R-27: %s causes one sync, which finds what was deleted meanwhile', async (_name, fault) => {
      rig.proxy.inject({ ...fault, match: { verb: 'watch' }, nth: 1 });
      await changeUnseen();
      await mirror.converge();
      expect(mirror.requests()).toEqual(['watch', 'sync']);
      expect(mirror.concluded).toEqual(['a']);
    });

    it('F-4.3, R-23, R-27: a compacted history causes one sync', async () => {
      await changeUnseen();
      await cluster().compact();
      await mirror.converge();
      const requests = mirror.requests();
      expect(requests.filter((what) => what === 'sync').length).toBeLessThanOrEqual(2);
      expect(requests.length).toBeLessThan(10);
      expect(mirror.concluded).toEqual(['a']);
    });
  });

  describe('ERROR event 500', () => {
    it('F-4.4, R-27: once: the watch goes on from the last version', async () => {
      rig.proxy.inject({ fault: 'insertError', args: { code: 500 }, match: { verb: 'watch' }, nth: 1 });
      await changeUnseen();
      await mirror.converge();
      expect(mirror.requests()).toEqual(['watch', 'watch']);
      expect(mirror.concluded).toEqual([]);
    });

    it('F-4.4, R-27, R-29: for two minutes: watches for a minute, then a sync, and few requests in all', async () => {
      rig.proxy.inject({ fault: 'insertError', args: { code: 500 }, match: { verb: 'watch' } });
      await changeUnseen();
      const since = rig.proxy.log.entries.length;
      await rig.pass(120_000);
      await rig.passUntil(() => rig.proxy.log.matching({ verb: 'watch' }, since).some(isSync));
      const during = rig.proxy.log.matching({ verb: 'watch' }, since);
      const firstSync = during.find(isSync);
      expect((firstSync?.at ?? 0) - (during[0]?.at ?? 0)).toBeGreaterThanOrEqual(60_000);
      expect(during.length).toBeLessThanOrEqual(12);
      expect(mirror.cache.state.blocker).toContain('injected 500');
      rig.proxy.clear();
      await mirror.converge();
      expect(mirror.cache.state.blocker).toBeUndefined();
    });
  });

  describe('a busy or broken server', () => {
    it('F-4.5, R-27: 429 with Retry-After is obeyed', async () => {
      const args = { status: 429, headers: { 'retry-after': '45' } };
      rig.proxy.inject({ fault: 'answer', args, match: { verb: 'watch' }, nth: 1 });
      await changeUnseen();
      await rig.passUntil(() => rig.proxy.log.entries.some(({ status }) => status === 429));
      mirror.requests();
      await rig.pass(44_000);
      expect(mirror.requests()).toEqual([]);
      await mirror.converge();
      expect(mirror.requests()).toEqual(['watch']);
    });

    const html = { 'content-type': 'text/html' };
    it.each<[string, Fault, 'watch' | 'sync']>([
      ['429 without Retry-After', { fault: 'answer', args: { status: 429 } }, 'watch'],
      ['503', { fault: 'answer', args: { status: 503 } }, 'watch'],
      ['an HTML 502', { fault: 'answer', args: { status: 502, headers: html, body: '<html>' } }, 'watch'],
      ['200 of another content type', { fault: 'answer', args: { status: 200, headers: html, body: '{}' } }, 'sync'],
    ])('F-4.5, R-11, R-29: %s: backs off, is never parsed, and then goes on', async (_name, fault, next) => {
      rig.proxy.inject({ ...fault, match: { verb: ['watch', 'list'] } });
      const before = mirror.versions();
      await changeUnseen();
      await rig.pass(60_000);
      expect(mirror.versions()).toEqual(before);
      const requests = mirror.requests();
      expect(requests.slice(0, 2)).toEqual(['watch', next]);
      expect(requests.length).toBeLessThanOrEqual(10);
      expect(mirror.cache.state).toMatchObject({ synced: true, blocker: expect.any(String) as string });
      rig.proxy.clear();
      await mirror.converge();
    });
  });

  it('F-4.6, R-27, R-29: watches that end at once 100 times: at most 10 requests in a minute, and no event lost', async () => {
    const args = { how: 'end' } as const;
    rig.proxy.inject({ fault: 'cut', args, match: { verb: 'watch' }, nth: { from: 1, to: 100 } });
    const since = rig.proxy.log.entries.length;
    await changeUnseen();
    await rig.pass(60_000);
    expect(mirror.requests().length).toBeLessThanOrEqual(10);
    const times = rig.proxy.log.matching({ verb: 'watch' }, since).map(({ at }) => at);
    const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(REFLECTOR_BACKOFF.firstMs);
    await rig.passUntil(() => rig.proxy.log.matching({ verb: 'watch' }).length > 101, {
      limitMs: 100 * 60_000,
      stepMs: 15_000,
    });
    await mirror.converge();
    expect(mirror.cache.state).toMatchObject({ stale: false, blocker: undefined });
  });
});
