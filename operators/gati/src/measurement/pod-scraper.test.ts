import { FakeClock } from '@slipway/kube/testing';
import type { KubeRequest } from '@slipway/kube/transport';
import { expect, test } from 'vitest';
import { PodScraper } from './pod-scraper.ts';

const target = (uid: string) => ({
  namespace: 'shop',
  pod: uid,
  uid,
  port: 8080,
  own: { metrics: '/metrics', probes: [] },
});

test('G-93: pods that never answer end with the signal, also those that wait for their turn', async () => {
  const closing = new AbortController();
  const asked: string[] = [];
  const transport = {
    text: ({ path, signal }: KubeRequest) =>
      new Promise<string>((_, reject) => {
        asked.push(path);
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
  const scraper = new PodScraper({ transport, clock: new FakeClock(), concurrency: 1, signal: closing.signal });
  const readings = [scraper.scrape(target('a')), scraper.scrape(target('b'))];
  expect(asked).toHaveLength(1);
  closing.abort();
  expect(await Promise.all(readings)).toEqual(
    readings.map(() => ({ unknown: expect.stringContaining('cannot be read') })),
  );
});
