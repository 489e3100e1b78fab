import { heapBytes } from '@slipway/test/memory/heap';
import { describe, expect, test } from 'vitest';
import { startApiServer } from '../../src/index.ts';
import { TestClient } from '../support/client.ts';
import { CONFIG_MAPS, configMap } from '../support/fixture.ts';

/** How many watches come and go; `WATCH_CYCLES=10000` takes a minute or two. */
const CYCLES = Number(process.env['WATCH_CYCLES'] ?? 2_000);

describe('watches', () => {
  test(`L-5: ${CYCLES} watches, opened, used and lost, leave no watch and no memory behind`, async () => {
    const cluster = await startApiServer({ requestLogLimit: 10, historyLimit: 10 });
    const client = new TestClient(cluster);
    const round = async (): Promise<void> => {
      const watches = await Promise.all(
        Array.from({ length: 100 }, () => client.watch(`${CONFIG_MAPS}?watch=true&allowWatchBookmarks=true`)),
      );
      await client.post(CONFIG_MAPS, configMap('seen'));
      await client.delete(`${CONFIG_MAPS}/seen`);
      for (const watch of watches) watch.close();
      while (cluster.openWatches > 0) await new Promise(setImmediate);
    };
    try {
      for (let warm = 0; warm < 5; warm++) await round();
      const before = await heapBytes();
      for (let count = 0; count < CYCLES / 100; count++) await round();
      expect(cluster.openWatches).toBe(0);
      // One watch that stays would hold some 20 KiB of sockets and timers.
      expect((await heapBytes()) - before).toBeLessThan(4 * 1024 * 1024);
    } finally {
      client.close();
      await cluster.stop();
    }
    // Each watch is a TLS handshake; on a busy machine they take their time.
  });
});
