import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { defineKind } from '@slipway/kube';
import { createLiveReader } from '@slipway/kube/client';
import { FakeClock } from '@slipway/kube/testing';
import type { KubeRequest, Transport } from '@slipway/kube/transport';
import { expect, test } from 'vitest';
import { ApiServer, json } from '../transport/api-server.ts';

const get: KubeRequest = { method: 'GET', path: '/apis/metrics.example.com/v1/things' };
const LIMIT = 1024 * 1024;
/** What the sockets of both sides may hold beside what was read. */
const SOCKETS = 16 * 1024 * 1024;
/** Far past the limit, and an end to what a reader without one would take. */
const ENDLESS = 96 * 1024 * 1024;

/** Writes until the reader closes the socket; says how much the reader let it write. */
function endless(
  response: ServerResponse,
  contentType = 'application/json',
): { written: number; closed: Promise<unknown> } {
  const state = { written: 0, closed: once(response, 'close') };
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const write = (): void => {
    while (state.written < ENDLESS && !response.destroyed) {
      state.written += chunk.length;
      if (!response.write(chunk)) return void response.once('drain', write);
    }
  };
  response.writeHead(200, { 'content-type': contentType });
  write();
  return state;
}

test.each([
  ['JSON', (transport: Transport) => transport.json({ ...get, maxBytes: LIMIT })],
  ['text', (transport: Transport) => transport.text({ ...get, maxBytes: LIMIT })],
])('an endless answer of %s is read up to its limit; then its socket is closed', async (_form, ask) => {
  const answers: ReturnType<typeof endless>[] = [];
  const server = await ApiServer.start((_request, response) => void answers.push(endless(response)));
  await expect(ask(server.connect())).rejects.toMatchObject({
    code: 'BODY_TOO_LARGE',
    message: expect.stringContaining(`GET ${get.path} is longer than ${LIMIT} bytes`),
  });
  const [answer] = answers;
  await answer?.closed;
  expect(answers).toHaveLength(1);
  expect(answer?.written).toBeLessThan(LIMIT + SOCKETS);
  expect(server.sockets.size).toBe(0);
});

test('an answer of exactly the limit is read; the default of the transport holds where a request names none', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(1000) });
  const server = await ApiServer.start((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const transport = server.connect({ maxAnswerBytes: body.length - 1 });
  await expect(transport.json({ ...get, maxBytes: body.length })).resolves.toEqual(JSON.parse(body));
  await expect(transport.json(get)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
});

test('a list whose pages are too large is read in smaller pages', async () => {
  const Thing = defineKind({ group: 'example.com', version: 'v1', kind: 'Thing', plural: 'things', scope: 'Cluster' });
  const items = Array.from({ length: 9 }, (_, index) => ({ metadata: { name: `t${index}` }, text: 'x'.repeat(300) }));
  const server = await ApiServer.start(({ url }, response) => {
    const query = new URL(url, 'https://server').searchParams;
    const from = Number(query.get('continue') ?? 0);
    const to = from + (Number(query.get('limit')) || items.length);
    const metadata = { resourceVersion: '1', ...(to < items.length && { continue: String(to) }) };
    json(response, { metadata, items: items.slice(from, to) });
  });
  const live = createLiveReader(server.connect({ maxAnswerBytes: 1000 }));
  const read = await live.listAll(Thing, { pageSize: 8 });
  expect(read.map(({ metadata }) => metadata.name)).toEqual(items.map(({ metadata }) => metadata.name));
});

test('headers without an end are refused before the body', async () => {
  const server = await ApiServer.start((_request, response) => {
    const socket = response.socket as Socket;
    socket.write('HTTP/1.1 200 OK\r\n');
    const more = (): void => {
      while (!socket.destroyed)
        if (!socket.write(`x-${'y'.repeat(1000)}: z\r\n`)) return void socket.once('drain', more);
    };
    more();
  });
  await expect(server.connect().json({ ...get, retry: false })).rejects.toMatchObject({ code: 'KUBE_UNREACHABLE' });
  await expect.poll(() => server.sockets.size).toBe(0);
});

test('a body that drips for ever ends at the deadline of its request', async () => {
  const clock = new FakeClock();
  const server = await ApiServer.start((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{');
  });
  const asked = server.connect({ clock }).json({ ...get, deadlineMs: 5_000 });
  const failed = expect(asked).rejects.toMatchObject({ code: 'KUBE_TIMEOUT' });
  await expect.poll(() => server.requests.length).toBe(1);
  await clock.advance(5_000);
  await failed;
  await expect.poll(() => server.sockets.size).toBe(0);
});
