import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { realClock } from '@slipway/kube';
import { HelmClient } from '@slipway/targets/helm';
import { ensureTool } from '@slipway/tools/binaries/index';
import { expect, onTestFinished, test } from 'vitest';
import { runProcess } from '../../src/gitops/git-process.ts';
import { readRecord } from '../../src/helm-target/release-records.ts';

const MIB = 1024 * 1024;

test.runIf(process.platform === 'linux')(
  'S-82: a chart repository without an end is given up once helm has taken the memory it may',
  async () => {
    const chunk = Buffer.alloc(MIB, '#');
    let written = 0;
    const server = createServer((_request, response) => {
      const write = (): void => {
        while (!response.destroyed && written < 4096 * MIB) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
      };
      response.writeHead(200, { 'content-type': 'text/yaml' });
      write();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { path: binary } = await ensureTool('helm');
    const client = await HelmClient.open({ binary, maxMemoryBytes: 384 * MIB });
    onTestFinished(() => client.close());
    const repository = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(client.pull({ repository, name: 'shop' })).rejects.toMatchObject({
      code: 'HELM_MEMORY',
      message: expect.stringContaining('more than 384 MiB'),
    });
    expect(written).toBeLessThan(1024 * MIB);
  },
);

test('a record of a release that unpacks to more than a record can be is refused, not unpacked', () => {
  const bomb = gzipSync(Buffer.alloc(80 * MIB, ' ')).toString('base64');
  const secret = {
    metadata: { name: 'sh.helm.release.v1.shop.v1', namespace: 'tenant' },
    data: { release: Buffer.from(bomb).toString('base64') },
  };
  let cause: unknown;
  try {
    readRecord(secret);
  } catch (error) {
    expect(error).toMatchObject({ code: 'TARGET_RECORD' });
    cause = (error as Error).cause;
  }
  expect(cause).toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
});

test('a process that prints without an end is ended at the limit, and nothing of it is kept', async () => {
  const print =
    "const c = Buffer.alloc(65536, 'x'); const w = () => { while (process.stdout.write(c)); process.stdout.once('drain', w); }; w();";
  const end = await runProcess({
    command: process.execPath,
    args: ['-e', print],
    env: {},
    cwd: process.cwd(),
    timeoutMs: 60_000,
    maxOutputBytes: MIB,
    signal: new AbortController().signal,
    clock: realClock,
  });
  expect(end.how).toBe('flood');
  expect(end.stdout).toHaveLength(0);
});
