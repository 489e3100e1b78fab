import { realClock } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServingPods } from '../../test/traffic/serving-pods.ts';

const MINUTE = 60_000;

describe('traffic by pods’ own metrics, from processes that really serve', () => {
  // Time that moves by interval, from now on: pods carry the machine's time.
  const clock = new FakeClock({ wall: realClock.wall() });
  let pods: ServingPods;
  beforeAll(async () => {
    pods = await ServingPods.start(clock);
  });
  afterAll(() => pods?.stop());

  const sample = async (versionId: string): Promise<(number | string)[]> => {
    await clock.advance(MINUTE);
    const { requests, inFlight } = await pods.source.sample(pods.ref(versionId), MINUTE);
    return [requests.unknown ?? requests.value, inFlight.unknown ?? inFlight.value];
  };

  test('G-93: counts requests, not probes and scrapes; the first sight of a running pod gives no baseline', async () => {
    const name = await pods.run('v1');
    expect((await sample('v1'))[0]).toBe(`no baseline yet for pod ${name}`);
    expect(await sample('v1')).toEqual([0, 0]);
    await pods.send(name, 3);
    expect(await sample('v1')).toEqual([3, 0]);
    // Readiness is asked for every second, and each sample is a request too.
    expect(await sample('v1')).toEqual([0, 0]);
  });

  test('G-93: a stream is in flight while it is open, and a request when it ends', async () => {
    const name = await pods.run('v2');
    await sample('v2');
    const caller = new AbortController();
    const stream = await fetch(await pods.url(name, '/stream'), { signal: caller.signal });
    expect(stream.ok).toBe(true);
    expect(await sample('v2')).toEqual([0, 1]);
    caller.abort();
    await waitUntil(async () => ((await sample('v2'))[1] === 0 ? true : undefined));
  });

  test('G-93: a container that restarts begins to count anew', async () => {
    const name = await pods.run('v3');
    await sample('v3');
    await pods.send(name, 5);
    expect(await sample('v3')).toEqual([5, 0]);
    await pods.crash(name);
    await pods.send(name, 5);
    // As many as before the restart: by the numbers alone, nothing would have happened.
    expect((await sample('v3'))[0]).toBe(5);
    expect(await sample('v3')).toEqual([0, 0]);
  });

  test('G-92: a pod that goes takes its last count along; then there is none, and that is known', async () => {
    const name = await pods.run('v4');
    await sample('v4');
    expect(await sample('v4')).toEqual([0, 0]);
    await pods.remove(name);
    expect(await sample('v4')).toEqual([`pod ${name} is gone since the last sample`, 0]);
    expect(await sample('v4')).toEqual([0, 0]);
  });

  test('G-92: a pod without metrics leaves all unknown', async () => {
    const name = await pods.run('v5', { METRICS: 'off' });
    const stated = await sample('v5');
    expect(stated).toEqual([expect.stringMatching(`^pod ${name}: `), expect.stringMatching(`^pod ${name}: `)]);
  });

  test('G-92: a version that nobody knows', async () => {
    const { requests } = await pods.source.sample({ ...pods.ref('v9'), namespace: 'elsewhere' }, MINUTE);
    // No pod of it ever was, and this process has looked for longer than the interval.
    expect(requests.value).toBe(0);
  });

  test('G-91: consumers of one pod share its scrape', async () => {
    await pods.run('v6');
    await sample('v6');
    const before = pods.cluster.transport.stats();
    const scraped = await Promise.all([1, 2, 3].map(() => pods.source.sample(pods.ref('v6'), MINUTE)));
    expect(scraped.every(({ inFlight }) => inFlight.value === 0)).toBe(true);
    const sent = (stats: typeof before): number =>
      stats.requests.filter(({ method }) => method === 'GET').reduce((total, { count }) => total + count, 0);
    expect(sent(pods.cluster.transport.stats()) - sent(before)).toBe(1);
  });
});
