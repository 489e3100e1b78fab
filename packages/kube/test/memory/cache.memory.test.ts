import type { Cache } from '@slipway/kube';
import { Caches } from '@slipway/kube/cache';
import { Pod } from '@slipway/kube/kinds';
import { FakeClock } from '@slipway/kube/testing';
import type { Transport } from '@slipway/kube/transport';
import { heapBytes } from '@slipway/test/memory/heap';
import { describe, expect, it } from 'vitest';
import { ModelServer, Thing } from '../model-server.ts';
import { pod, podStream } from './pods.ts';

const PODS = 10_000;
const MB = 1_000_000;

function podServer(): Transport {
  const { transport } = new ModelServer();
  return {
    ...transport,
    stream: async ({ accept = '', signal }) => ({
      status: 200,
      headers: {},
      body: podStream(PODS, accept.includes('PartialObjectMetadata'), signal),
    }),
  };
}

async function costOf(acquire: (caches: Caches) => Cache<object>): Promise<{ held: number; left: number }> {
  const caches = new Caches({ transport: podServer() });
  const before = await heapBytes();
  const cache = acquire(caches);
  await cache.waitForSync();
  expect(cache.list().length).toBe(PODS);
  const held = (await heapBytes()) - before;
  await cache.release();
  return { held, left: (await heapBytes()) - before };
}

describe('memory of caches', () => {
  it('R-44 R-20: 10 000 pods of 5 kB take at most 60 MB of heap, and give it back after the last release', async () => {
    expect(JSON.stringify(pod(5_000)).length).toBeGreaterThan(5_000);
    await costOf((caches) => caches.acquire(Pod));
    const { held, left } = await costOf((caches) => caches.acquire(Pod));
    expect(held).toBeLessThanOrEqual(60 * MB);
    expect(left).toBeLessThanOrEqual(2 * MB);
  });

  it('R-45: the same pods as metadata alone take at most 12 MB', async () => {
    await costOf((caches) => caches.acquire(Pod, { metadataOnly: true }));
    const { held } = await costOf((caches) => caches.acquire(Pod, { metadataOnly: true }));
    expect(held).toBeLessThanOrEqual(12 * MB);
  });

  it('R-20: 2000 watches one after the other, with changes on each, leave the heap flat', async () => {
    const server = new ModelServer();
    const clock = new FakeClock();
    const caches = new Caches({ transport: server.transport, clock });
    const cache = caches.acquire(Thing);
    await cache.waitForSync();
    const churn = async (rounds: number): Promise<number> => {
      for (let round = 0; round < rounds; round++) {
        server.forgetTheDead();
        server.put(`n${round % 10}`, 'x'.repeat(1_000));
        await clock.advance(1_500);
        server.cut();
        await clock.until(() => server.openWatches === 1);
      }
      server.requests.length = 0;
      return heapBytes();
    };
    const before = await churn(1_000);
    const after = await churn(2_000);
    expect(after - before).toBeLessThanOrEqual(1 * MB);
    await caches.close();
  });
});
