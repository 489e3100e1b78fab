import { once } from 'node:events';
import { createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, type Subject } from './handlers.ts';

const HOST = '127.0.0.1';
const subject: Subject = {
  host: HOST,
  container: { name: 'web' },
  portOf: Number,
  env: { PATH: process.env['PATH'] ?? '', COLOUR: 'green' },
  cwd: '/',
};
const soon = (): AbortSignal => AbortSignal.timeout(240_000);

const servers: { close: () => unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server | ReturnType<typeof createHttp2Server>): Promise<number> {
  servers.push(server);
  server.listen(0, HOST);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A gRPC server that answers every call with these bytes and this status. */
function grpcServer(status: string, message: readonly number[]): Promise<number> {
  const server = createHttp2Server();
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status }));
    stream.end(Buffer.from([0, 0, 0, 0, message.length, ...message]));
  });
  return listening(server);
}

describe('probes', () => {
  it('L-23: a port that accepts is well, a closed one is not, in the words people know', async () => {
    const port = await listening(createServer((socket) => socket.end()));
    expect(await ask({ tcpSocket: { port } }, subject, soon())).toBeUndefined();
    servers.splice(0).forEach((server) => server.close());
    expect(await ask({ tcpSocket: { port } }, subject, soon())).toBe(
      `dial tcp ${HOST}:${port}: connect: connection refused`,
    );
    expect(await ask({ httpGet: { port, path: '/x' } }, subject, soon())).toBe(
      `Get "http://${HOST}:${port}/x": dial tcp ${HOST}:${port}: connect: connection refused`,
    );
  });

  it('L-23: a command is well when it ends with 0, and says what it printed when not', async () => {
    const run = (script: string): Promise<string | undefined> =>
      ask({ exec: { command: ['sh', '-c', script] } }, subject, soon());
    expect(await run('test "$COLOUR" = green')).toBeUndefined();
    expect(await run('echo out; echo err >&2; exit 3')).toMatch(/out[\s\S]*err|err[\s\S]*out/);
  });

  it('L-23: gRPC health is SERVING or not; a server without it says so', async () => {
    const check = async (status: string, message: readonly number[]): Promise<string | undefined> =>
      ask({ grpc: { port: await grpcServer(status, message), service: 'demo' } }, subject, soon());
    expect(await check('0', [0x08, 1])).toBeUndefined();
    expect(await check('0', [0x08, 2])).toBe('service unhealthy (responded with "NOT_SERVING")');
    expect(await check('12', [])).toMatch(/does not implement the grpc health protocol/);
  });

  it('L-23: what does not answer in time has failed', async () => {
    const port = await listening(createServer(() => undefined));
    const late = new AbortController();
    const asked = ask({ httpGet: { port } }, subject, late.signal);
    late.abort();
    expect(await asked).toBe('context deadline exceeded');
  });
});
