import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority } from '@slipway/apiserver/certificates';
import { FakeClock } from '@slipway/kube/testing';
import type { KubeRequest, Transport } from '@slipway/kube/transport';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiServer, json, status } from './api-server.ts';

const get: KubeRequest = { method: 'GET', path: '/api/v1/configmaps' };

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'slipway-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** A server that accepts one token at a time. */
async function guarded(token: string): Promise<ApiServer & { token: string }> {
  const server = Object.assign(await ApiServer.start(), { token });
  server.handler = ({ headers }, response) =>
    headers.authorization === `Bearer ${server.token}` ? json(response, { kind: 'Ok' }) : status(response, 401);
  return server;
}

const tokens = (server: ApiServer) =>
  server.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

describe('token files', () => {
  test('R-12: a token file is read again after 60 s, and kept in use while it cannot be read', async () => {
    const clock = new FakeClock();
    const tokenFile = join(await folder(), 'token');
    const server = await ApiServer.start();
    const transport = server.connect({ clock }, { user: { tokenFile } });
    await writeFile(tokenFile, 'one\n');
    await transport.json(get);
    await writeFile(tokenFile, 'two\n');
    await clock.advance(59_999);
    await transport.json(get);
    await clock.advance(1);
    await transport.json(get);
    await rm(tokenFile);
    await clock.advance(60_000);
    await transport.json(get);
    expect(tokens(server)).toEqual(['one', 'one', 'two', 'two']);
  });

  test('R-12: a JWT is read again 10 s before its end', async () => {
    const clock = new FakeClock();
    const tokenFile = join(await folder(), 'token');
    const jwt = (expiresInMs: number) => {
      const exp = Math.floor((clock.wall() + expiresInMs) / 1000);
      return `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`;
    };
    const [first, second] = [jwt(30_000), jwt(3_600_000)];
    const server = await ApiServer.start();
    const transport = server.connect({ clock }, { user: { tokenFile } });
    await writeFile(tokenFile, first);
    await transport.json(get);
    await writeFile(tokenFile, second);
    await clock.advance(19_999);
    await transport.json(get);
    await clock.advance(1);
    await transport.json(get);
    expect(tokens(server)).toEqual([first, first, second]);
  });

  test('R-12: tokens that expire in flight lose no request: each is repeated once', async () => {
    const clock = new FakeClock();
    const tokenFile = join(await folder(), 'token');
    const server = await guarded('old');
    const transport = server.connect({ clock }, { user: { tokenFile } });
    await writeFile(tokenFile, 'old');
    await transport.json(get);
    await writeFile(tokenFile, 'new');
    server.token = 'new';
    server.requests.length = 0;
    const calls = Array.from({ length: 100 }, (_, index) =>
      index % 2 === 0
        ? transport.json({ method: 'POST', path: '/x', body: '{}', repeat: 'never' })
        : transport.json({ ...get, lane: 'watch', retry: false }),
    );
    await expect(Promise.all(calls)).resolves.toHaveLength(100);
    const seen = tokens(server);
    expect(seen.filter((token) => token === 'new')).toHaveLength(100);
    expect(seen.length).toBeLessThanOrEqual(200);
  });

  test('R-12: a credential that is refused twice is KUBE_UNAUTHORIZED after two sends', async () => {
    const server = await guarded('another');
    await expect(server.connect().json(get)).rejects.toMatchObject({ code: 'KUBE_UNAUTHORIZED', status: 401 });
    expect(server.requests).toHaveLength(2);
  });

  test('R-12: a token file that was never there is named in the error', async () => {
    const server = await ApiServer.start();
    const transport = server.connect({}, { user: { tokenFile: '/nowhere/token' } });
    await expect(transport.json(get)).rejects.toMatchObject({
      code: 'KUBE_CONFIG',
      message: expect.stringContaining('/nowhere/token'),
    });
  });
});

/** A cluster whose CA and client certificate are files, as a kubelet keeps them. */
async function filed(server: ApiServer) {
  const root = await folder();
  const files = { ca: join(root, 'ca.crt'), cert: join(root, 'client.crt'), key: join(root, 'client.key') };
  const writeClient = async (user: string): Promise<void> => {
    const { certPem, keyPem } = server.authority.issueClient({ user });
    await writeFile(files.cert, certPem);
    await writeFile(files.key, keyPem);
  };
  await writeFile(files.ca, server.authority.certPem);
  await writeClient('first');
  const connect = (options: Parameters<ApiServer['connect']>[0]): Transport =>
    server.connect(options, {
      tls: { ca: { file: files.ca } },
      user: { certificate: { cert: { file: files.cert }, key: { file: files.key } } },
    });
  return { files, writeClient, connect };
}

describe('certificate files', () => {
  test('R-13: a CA that is replaced under load loses no write, and all sockets are on the new one in 120 s', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start((request, response) => {
      if (request.method === 'POST') return json(response, {});
      return response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    });
    const { files, connect } = await filed(server);
    let next = 0;
    const transport = connect({ clock, random: () => (next = (next + 0.1) % 1) });

    const endings: number[] = [];
    const watch = async (): Promise<void> => {
      const { body } = await transport.stream({ method: 'GET', path: '/watch', lane: 'watch', retry: false });
      for await (const _chunk of body);
      endings.push(clock.now());
    };
    const watches = Array.from({ length: 9 }, watch);
    const written: string[] = [];
    const write = async (name: string): Promise<void> => {
      await transport.json({ method: 'POST', path: '/x', body: name, repeat: 'never' });
      written.push(name);
    };
    const writeMany = (round: string): Promise<unknown> =>
      Promise.all(Array.from({ length: 40 }, (_, index) => write(`${round}-${index}`)));
    await writeMany('before');
    await clock.until(() => server.requests.filter(({ method }) => method === 'GET').length === 9);
    const oldPorts = new Set(server.requests.map(({ port }) => port));

    const replacement = createCertificateAuthority();
    await writeFile(files.ca, replacement.certPem);
    server.rotate(replacement);
    // Fewer at once than sockets are open: no new connection is needed before the check.
    await Promise.all(Array.from({ length: 10 }, (_, index) => write(`during-${index}`)));
    await clock.advance(60_000);
    await writeMany('after');
    await clock.advance(60_000);
    await Promise.all(watches);
    await clock.until(() => [...server.sockets].every(({ remotePort }) => !oldPorts.has(remotePort ?? 0)));

    expect(
      server.requests
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(written.toSorted());
    expect(new Set(endings).size).toBe(9);
    expect(Math.min(...endings)).toBeGreaterThanOrEqual(60_000);
    expect(Math.max(...endings)).toBeLessThan(120_000);
  });

  test('R-13: after a TLS failure the new CA is used at once; not even a create is lost', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start();
    const { files, connect } = await filed(server);
    const transport = connect({ clock });
    await transport.json(get);
    const replacement = createCertificateAuthority();
    await server.close();
    server.rotate(replacement);
    await server.listen();
    await writeFile(files.ca, replacement.certPem);
    await clock.until(() => transport.stats().sockets.request === 0);
    await transport.json({ method: 'POST', path: '/x', body: '{}', repeat: 'never' });
    expect(clock.now()).toBe(0);
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  test('R-13: a CA that did not change is no way out: KUBE_UNREACHABLE says that nothing was sent', async () => {
    const server = await ApiServer.start();
    const stranger = createCertificateAuthority();
    const transport = server.connect({}, { tls: { ca: { pem: stranger.certPem } } });
    await expect(transport.json({ ...get, retry: false })).rejects.toMatchObject({
      code: 'KUBE_UNREACHABLE',
      neverSent: true,
      message: expect.stringContaining('certificate'),
    });
    expect(server.requests).toHaveLength(0);
  });

  test('R-13: a new client certificate is shown after the next check; a pair that does not fit is not', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start();
    const { files, writeClient, connect } = await filed(server);
    const transport = connect({ clock });
    await transport.json(get);
    await writeFile(files.cert, server.authority.issueClient({ user: 'half' }).certPem);
    await clock.advance(60_000);
    await transport.json(get);
    await writeClient('second');
    await clock.advance(59_999);
    await transport.json(get);
    await clock.advance(1);
    await transport.json(get);
    expect(server.requests.map(({ user }) => user)).toEqual(['first', 'first', 'first', 'second']);
    // A resumed session would still show the old certificate.
    expect(server.resumed).toBe(0);
    await clock.until(() => server.sockets.size === 1);
  });

  test('R-13: an idle process with open watches looks every 60 s, one without looks at nothing', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    });
    const { writeClient, connect } = await filed(server);
    const transport = connect({ clock, random: () => 0.5 });
    const { body } = await transport.stream({ ...get, lane: 'watch' });
    const end = body[Symbol.asyncIterator]().next();
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(60_000);
    await clock.until(() => clock.pendingTimers === 1);
    await writeClient('second');
    await clock.advance(60_000);
    await clock.until(() => clock.pendingTimers === 2);
    await clock.advance(30_000);
    await expect(end).resolves.toEqual({ done: true, value: undefined });
    expect(clock.pendingTimers).toBe(0);
  });

  test('R-16: tls-server-name and insecure-skip-tls-verify decide what certificate is accepted', async () => {
    const server = await ApiServer.start();
    const ca = { pem: server.authority.certPem };
    const attempt = (tls: object) => server.connect({}, { tls }).json({ ...get, retry: false });
    await expect(attempt({ ca, serverName: 'cluster.test' })).resolves.toEqual({ kind: 'Ok' });
    await expect(attempt({ ca, serverName: 'elsewhere.test' })).rejects.toMatchObject({ code: 'KUBE_UNREACHABLE' });
    await expect(attempt({})).rejects.toMatchObject({ code: 'KUBE_UNREACHABLE' });
    await expect(attempt({ insecureSkipVerify: true })).resolves.toEqual({ kind: 'Ok' });
  });
});
