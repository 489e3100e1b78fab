import { silentLogger } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { expect, test } from 'vitest';
import { TreeWatch } from './tree-watch.ts';

test('G-139: a watch that ends before its first look says so to the caller that waits for it', async () => {
  const over = new AbortController();
  const watch = new TreeWatch({
    read: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    callback: () => undefined,
    pollIntervalMs: 1_000,
    clock: new FakeClock(),
    logger: silentLogger,
    signal: over.signal,
  });
  over.abort();
  await expect(watch.synced).rejects.toThrow('The watch was stopped.');
  await watch.ended;
});
