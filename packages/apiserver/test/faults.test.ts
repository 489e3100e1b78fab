import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, test } from 'vitest';
import { CONFIG_MAPS, configMap, useCluster } from './support/fixture.ts';

const clock = new FakeClock();
const fixture = useCluster(() => ({ clock }));

describe('the fault plan', () => {
  test('L-24: a rule strikes by verb, resource and name, so often and after so many, and counts', async () => {
    const { client, cluster } = fixture;
    const rule = cluster.faults.add({
      verb: 'get',
      resource: 'configmaps',
      name: 'x',
      after: 1,
      times: 2,
      fault: { type: 'status', code: 500 },
    });
    const codes: number[] = [];
    for (let round = 0; round < 4; round++) codes.push((await client.get(`${CONFIG_MAPS}/x`)).status);
    expect(codes).toEqual([404, 500, 500, 404]);
    expect((await client.get(`${CONFIG_MAPS}/y`)).status).toBe(404);
    expect([rule.matched, rule.struck]).toEqual([4, 2]);
  });

  test('L-24: a removed rule strikes no more, and rules can ask for a user agent', async () => {
    const { client, cluster } = fixture;
    const rule = cluster.faults.add({ userAgent: /^other/, fault: { type: 'status', code: 503 } });
    expect((await client.get(CONFIG_MAPS)).status).toBe(200);
    expect((await client.get(CONFIG_MAPS, { headers: { 'user-agent': 'other/1' } })).status).toBe(503);
    rule.remove();
    expect((await client.get(CONFIG_MAPS, { headers: { 'user-agent': 'other/1' } })).status).toBe(200);
  });

  test('L-24: 409 and 429 with Retry-After look like the real ones', async () => {
    const { client, cluster } = fixture;
    cluster.faults.add({ verb: 'create', times: 1, fault: { type: 'status', code: 409 } });
    expect((await client.post(CONFIG_MAPS, configMap('f'))).body).toMatchObject({
      kind: 'Status',
      reason: 'Conflict',
      code: 409,
    });
    cluster.faults.add({ verb: 'create', times: 1, fault: { type: 'status', code: 429, retryAfterSeconds: 7 } });
    const throttled = await client.post(CONFIG_MAPS, configMap('f'));
    expect(throttled.headers['retry-after']).toBe('7');
    expect(throttled.body).toMatchObject({ reason: 'TooManyRequests', details: { retryAfterSeconds: 7 } });
  });

  test('L-24: a reset before the commit leaves nothing, one after it leaves the object', async () => {
    const { client, cluster } = fixture;
    cluster.faults.add({ verb: 'create', times: 1, fault: { type: 'reset', when: 'before-commit' } });
    await expect(client.post(CONFIG_MAPS, configMap('lost'))).rejects.toThrow();
    expect((await client.get(`${CONFIG_MAPS}/lost`)).status).toBe(404);
    cluster.faults.add({ verb: 'create', times: 1, fault: { type: 'reset', when: 'after-commit' } });
    await expect(client.post(CONFIG_MAPS, configMap('kept'))).rejects.toThrow();
    expect((await client.get(`${CONFIG_MAPS}/kept`)).status).toBe(200);
  });

  test('L-24, L-25: latency follows the clock of the cluster', async () => {
    const { client, cluster } = fixture;
    const rule = cluster.faults.add({ verb: 'list', times: 1, fault: { type: 'latency', ms: 5_000 } });
    let done = false;
    const answer = client.get(CONFIG_MAPS).then(({ status }) => {
      done = true;
      return status;
    });
    await clock.until(() => rule.struck === 1);
    await clock.advance(4_999);
    expect(done).toBe(false);
    await clock.advance(1);
    expect(await answer).toBe(200);
  });

  test('L-24: a list can be stale, and says from when it is', async () => {
    const { client, cluster } = fixture;
    const before = cluster.resourceVersion;
    await client.post(CONFIG_MAPS, configMap('fresh'));
    cluster.faults.add({
      verb: 'list',
      resource: 'configmaps',
      times: 1,
      fault: { type: 'stale-list', revisionsBehind: 1 },
    });
    const stale = await client.get(CONFIG_MAPS);
    expect(stale.body.metadata.resourceVersion).toBe(before);
    expect(stale.text).not.toContain('"fresh"');
    expect((await client.get(CONFIG_MAPS)).text).toContain('"fresh"');
  });

  test('L-24: 410 strikes lists as a status and watches as an event', async () => {
    const { client, cluster } = fixture;
    cluster.faults.add({ resource: 'configmaps', times: 2, fault: { type: 'gone' } });
    expect((await client.get(CONFIG_MAPS)).body).toMatchObject({ code: 410, reason: 'Expired' });
    const watch = await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${cluster.resourceVersion}`);
    expect(await watch.next()).toMatchObject({ type: 'ERROR', object: { code: 410 } });
    expect(await watch.next()).toBeUndefined();
  });

  test('L-24: a watch is cut after so many events, cleanly or in the middle of a line', async () => {
    const { client, cluster } = fixture;
    const path = (): string => `${CONFIG_MAPS}?watch=true&resourceVersion=${cluster.resourceVersion}`;
    cluster.faults.add({ verb: 'watch', times: 1, fault: { type: 'watch-cut', afterEvents: 1, how: 'clean' } });
    const clean = await client.watch(path());
    await client.post(CONFIG_MAPS, configMap('c1'));
    expect((await clean.next()).object.metadata.name).toBe('c1');
    await client.post(CONFIG_MAPS, configMap('c2'));
    expect(await clean.next()).toBeUndefined();
    cluster.faults.add({ verb: 'watch', times: 1, fault: { type: 'watch-cut', how: 'mid-event' } });
    const broken = await client.watch(path());
    await client.post(CONFIG_MAPS, configMap('c3'));
    await expect(broken.next()).rejects.toThrow();
  });

  test('L-24: open watches can be cut at once, by resource', async () => {
    const { client, cluster } = fixture;
    const maps = await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${cluster.resourceVersion}`);
    const pods = await client.watch(`/api/v1/pods?watch=true&resourceVersion=${cluster.resourceVersion}`);
    expect(cluster.faults.cutWatches({ resource: 'configmaps' }, 'clean')).toBe(1);
    expect(await maps.next()).toBeUndefined();
    expect(cluster.faults.cutWatches()).toBe(1);
    await expect(pods.next()).rejects.toThrow();
    expect(cluster.openWatches).toBe(0);
  });
});
