import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { realClock } from '@slipway/kube';
import { createTransport, type Transport } from '@slipway/kube/transport';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PodScraper } from '../../src/measurement/index.ts';

const LIMIT = 256 * 1024;
/** What the sockets of both sides may hold beside what was read. */
const SOCKETS = 16 * 1024 * 1024;
/** Far past the limit, and an end to what a reader without one would take. */
const ENDLESS = 96 * 1024 * 1024;

let server: Server;
let transport: Transport;
let answer: { written: number; readonly closed: Promise<unknown> } | undefined;

/** The pod behind the proxy: lines of metrics for as long as they are read. */
function endless(response: ServerResponse): void {
  const state = { written: 0, closed: once(response, 'close') };
  answer = state;
  const lines = Buffer.from('gati_http_requests_total{route="/a"} 1\n'.repeat(1_000));
  const write = (): void => {
    while (state.written < ENDLESS && !response.destroyed) {
      state.written += lines.length;
      if (!response.write(lines)) return void response.once('drain', write);
    }
  };
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' });
  write();
}

beforeAll(async () => {
  server = createServer((_request, response) => endless(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  transport = createTransport({ server: url, contextName: 'test', namespace: 'default', tls: {}, user: {} });
});
afterAll(async () => {
  await transport.close();
  server.closeAllConnections();
  server.close();
});

test('G-92: a pod whose metrics have no end is unknown; reading stops at the limit and the connection is closed', async () => {
  const scraper = new PodScraper({ transport, clock: realClock, maxBytes: LIMIT, timeoutMs: 20_000 });
  const own = { metrics: '/metrics', probes: [] };
  const target = { namespace: 'tenant', pod: 'p', uid: 'u', port: 3000, own };
  expect(await scraper.scrape(target)).toEqual({ unknown: `its metrics are longer than ${LIMIT} bytes` });
  await answer?.closed;
  expect(answer?.written).toBeLessThan(LIMIT + SOCKETS);
});
