import { once } from 'node:events';
import { request } from 'node:https';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { controlFrame, dataFrame, FIN, FRAME, numbers } from '../../src/spdy/frame.ts';
import { HeaderBlocks } from '../../src/spdy/header-block.ts';
import { CONFIG_MAPS, configMap, POD_SPEC, useCluster, WIDGETS, widgetDefinition } from '../support/fixture.ts';

const logged: { fields: Readonly<Record<string, unknown>>; message: string }[] = [];
const nothing = (): void => undefined;
const logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: (fields: Readonly<Record<string, unknown>>, message: string) => void logged.push({ fields, message }),
};
let chance = (): number => Math.random();
const fixture = useCluster(() => ({ logger, random: () => chance() }));

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** Bytes of a header come as characters. */
const asText = (header: string | string[] | undefined): string =>
  Buffer.from(String(header), 'latin1').toString('utf8');

describe('a warning', () => {
  test('K-15: names a field in any script, and the object is created', async () => {
    const answer = await fixture.client.post(CONFIG_MAPS, configMap('jp', { 日本: 1 }));
    expect(answer.status).toBe(201);
    expect(asText(answer.headers.warning)).toBe('299 - "unknown field \\"日本\\""');
  });

  test('K-15: of a version comes with watches as with other answers', async () => {
    const old = { deprecated: true, deprecationWarning: 'その版は古い' };
    expect((await fixture.client.post(DEFINITIONS, widgetDefinition({}, old))).status).toBe(201);
    expect(asText((await fixture.client.get(WIDGETS)).headers.warning)).toBe('299 - "その版は古い"');
    const watch = await fixture.client.watch(`${WIDGETS}?watch=true`);
    expect(asText(watch.headers.warning)).toBe('299 - "その版は古い"');
    watch.close();
  });
});

describe('an exception in one exchange', () => {
  test('is answered with 500, logged with its stack and counted, and the server goes on', async () => {
    const { client, cluster } = fixture;
    const before = cluster.failures;
    chance = () => {
      throw new Error('no chance');
    };
    const answer = await client.post(CONFIG_MAPS, { metadata: { generateName: 'a-' } });
    chance = Math.random;
    expect(answer.status).toBe(500);
    expect(answer.body.reason).toBe('InternalError');
    expect(cluster.failures).toBe(before + 1);
    const { fields, message } = logged.at(-1) ?? { fields: {}, message: '' };
    expect(message).toBe('a request failed inside the server');
    expect(fields).toMatchObject({ method: 'POST', path: CONFIG_MAPS });
    expect((fields['error'] as Error).stack).toContain('14-12-one-exchange');
    expect((await client.get(CONFIG_MAPS)).status).toBe(200);
  });

  test('cuts a stream that has begun, and the server goes on', async () => {
    const { client, cluster } = fixture;
    const before = cluster.failures;
    chance = () => {
      throw new Error('no chance');
    };
    await expect(
      (async () => {
        const watch = await client.watch(`${CONFIG_MAPS}?watch=true`);
        while ((await watch.next()) !== undefined);
      })(),
    ).rejects.toThrow();
    chance = Math.random;
    await expect.poll(() => cluster.failures).toBe(before + 1);
    expect((await client.get('/readyz')).text).toBe('ok');
  });

  test('what a client does wrong is no failure of the server', async () => {
    const { client, cluster } = fixture;
    const before = cluster.failures;
    expect((await client.post(CONFIG_MAPS, configMap('NO'))).status).toBe(422);
    const half = request(`${cluster.url}${CONFIG_MAPS}`, {
      method: 'POST',
      ca: cluster.caPem,
      headers: { authorization: `Bearer ${cluster.issueToken('a', ['system:masters'])}`, 'content-length': 100 },
    });
    half.on('error', () => undefined);
    half.write('{');
    await once(half, 'socket');
    await expect
      .poll(() => cluster.requests().some(({ uri, status }) => uri === CONFIG_MAPS && status === 0))
      .toBe(true);
    half.destroy();
    expect((await client.get('/readyz')).text).toBe('ok');
    expect(cluster.failures).toBe(before);
  });
});

describe('K-14: a client that forwards ports and breaks the protocol', () => {
  const PODS = '/api/v1/namespaces/default/pods';

  test.each([
    [
      'sends after it has ended a stream',
      [() => dataFrame(1, Buffer.from('x'), FIN), () => dataFrame(1, Buffer.from('y'))],
    ],
    [
      'sends headers that are none',
      [() => controlFrame(FRAME.synStream, Buffer.concat([numbers(3, 0), Buffer.from('??nonsense')]))],
    ],
    ['sends half a frame', [() => controlFrame(FRAME.rstStream, Buffer.from('x'))]],
  ])('%s: the server goes on', async (_what, frames) => {
    const { client, cluster } = fixture;
    const before = cluster.failures;
    const close = cluster.addPodAddresses(({ port = 1 }) => ({ host: '127.0.0.1', port }));
    await client.post(PODS, { metadata: { name: 'web' }, spec: { ...POD_SPEC, nodeName: 'n' } });
    const socket = await forwarded(`${PODS}/web/portforward`);
    const blocks = new HeaderBlocks();
    const block = await blocks.write(
      new Map([
        ['streamtype', 'error'],
        ['port', '80'],
        ['requestid', '1'],
      ]),
    );
    socket.write(controlFrame(FRAME.synStream, Buffer.concat([numbers(1, 0), Buffer.alloc(2), block])));
    for (const frame of frames) socket.write(frame());
    socket.end();
    await new Promise<void>((resolve) => socket.once('close', resolve).resume());
    blocks.close();
    close();
    expect((await client.get('/readyz')).text).toBe('ok');
    expect(cluster.failures).toBe(before);
  });

  test('names a port that is none: the answer is on the error stream, and the server goes on', async () => {
    const { client, cluster } = fixture;
    await client.post(PODS, { metadata: { name: 'web' }, spec: { ...POD_SPEC, nodeName: 'n' } });
    const close = cluster.addPodAddresses(({ port = 1 }) => ({ host: '127.0.0.1', port }));
    const socket = await forwarded(`${PODS}/web/portforward`);
    const blocks = new HeaderBlocks();
    for (const [id, streamtype] of [
      [1, 'error'],
      [3, 'data'],
    ] as const) {
      const block = await blocks.write(
        new Map([
          ['streamtype', streamtype],
          ['port', 'abc'],
          ['requestid', '1'],
        ]),
      );
      socket.write(controlFrame(FRAME.synStream, Buffer.concat([numbers(id, 0), Buffer.alloc(2), block])));
    }
    const seen: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => seen.push(chunk));
    await expect.poll(() => Buffer.concat(seen).toString('latin1')).toContain('abc');
    close();
    socket.destroy();
    blocks.close();
    expect((await client.get('/readyz')).text).toBe('ok');
  });
});

async function forwarded(path: string): Promise<Socket> {
  const { cluster } = fixture;
  const asked = request(`${cluster.url}${path}`, {
    method: 'POST',
    ca: cluster.caPem,
    headers: {
      authorization: `Bearer ${cluster.issueToken('a', ['system:masters'])}`,
      connection: 'Upgrade',
      upgrade: 'SPDY/3.1',
    },
  });
  asked.end();
  const [, socket] = (await once(asked, 'upgrade')) as [unknown, Socket];
  socket.on('error', () => undefined);
  return socket;
}
