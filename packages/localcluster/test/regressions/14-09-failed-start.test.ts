import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startLocalCluster } from '../../src/index.ts';

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Listeners and connections of this process; those of earlier tests may still be closing. */
const open = (): number => process.getActiveResourcesInfo().filter((what) => /TCP|TLS/.test(what)).length;

test('a start that fails half way frees its port, its connections and its folder', async () => {
  const port = await unusedPort();
  const before = open();
  const folder = mkdtempSync(join(tmpdir(), 'slipway-failed-start-'));
  const starting = startLocalCluster({ port, folder, nodes: [{ name: 'Not_A_Name' }] });
  await expect(starting).rejects.toThrow(/Not_A_Name/);
  const [error] = (await once(connect({ host: '127.0.0.1', port }), 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
  await expect.poll(open).toBeLessThanOrEqual(before);
  const next = await startLocalCluster({ port, folder });
  await next.stop();
});

test('a second stop waits for the first', async () => {
  const cluster = await startLocalCluster();
  await Promise.all([cluster.stop(), cluster.stop()]);
  await expect(cluster.restart()).rejects.toMatchObject({ code: 'APISERVER_STOPPED' });
});
