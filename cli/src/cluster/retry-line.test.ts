import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@slipway/kube/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { retryLine } from './retry-line.ts';
import { withCluster } from './with-cluster.ts';

test('R-8: a server that is away is reported in one line, and again only after some seconds', async () => {
  const clock = new FakeClock();
  const lines: string[] = [];
  const tell = retryLine((line) => lines.push(line), clock);
  const notice = { server: 'https://there', reason: 'ECONNREFUSED', leftMs: 1_400 };
  tell({ ...notice, tries: 1 });
  expect(lines).toEqual([]);
  for (const tries of [2, 3, 4]) tell({ ...notice, tries });
  const line = 'The API server at https://there does not answer (ECONNREFUSED); trying again for up to 2 s.\n';
  expect(lines).toEqual([line]);
  await clock.advance(5_000);
  tell({ ...notice, tries: 2 });
  expect(lines).toEqual([line, line]);
});

test('R-8: a command whose API server is away says on stderr that it tries again', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.close(resolve));
  const folder = await mkdtemp(join(tmpdir(), 'slipway-retry-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(
    kubeconfig,
    JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: url } }],
      users: [{ name: 'u', user: {} }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  );
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const read = withCluster({ kubeconfig }, ({ transport }) => transport.json({ method: 'GET', path: '/version' }));
  await expect(read).rejects.toMatchObject({ code: 'KUBE_UNREACHABLE' });
  const stated = `The API server at ${url} does not answer (ECONNREFUSED); trying again for up to `;
  expect(written.mock.calls.filter(([line]) => String(line).startsWith(stated))).toHaveLength(1);
});
