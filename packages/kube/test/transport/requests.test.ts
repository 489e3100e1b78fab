import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Logger, silentLogger } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import type { KubeRequest, RetryNotice } from '@slipway/kube/transport';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiServer, json, ok, status } from './api-server.ts';

const get: KubeRequest = { method: 'GET', path: '/api/v1/configmaps' };

/** Answers with each in turn, then with 200. */
function inTurn(
  ...answers: ((response: ServerResponse) => void)[]
): (request: unknown, response: ServerResponse) => void {
  return (_request, response) => (answers.shift() ?? ((last) => json(last, { kind: 'Ok' })))(response);
}

const cut = (response: ServerResponse): void => void response.destroy();

/** Moves time while a backoff is waited for, not while an answer is on its way: one timer is the deadline's. */
function throughBackoffs(clock: FakeClock, condition: () => boolean): Promise<unknown> {
  return clock.advanceUntil(condition, { ready: () => clock.pendingTimers > 1, realLimitMs: 5000 });
}

describe('retries', () => {
  test('R-8: a get that meets 503, a cut connection and 429 gets its answer after the backoff', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start(
      inTurn(
        (r) => status(r, 503),
        cut,
        (r) => status(r, 429),
      ),
    );
    const transport = server.connect({ clock, random: () => 0.99 });
    const answer = transport.json(get);
    await throughBackoffs(clock, () => server.requests.length === 4);
    await expect(answer).resolves.toEqual({ kind: 'Ok' });
    expect(transport.stats().requests).toEqual([
      { method: 'GET', code: '503', count: 1 },
      { method: 'GET', code: '<error>', count: 1 },
      { method: 'GET', code: '429', count: 1 },
      { method: 'GET', code: '200', count: 1 },
    ]);
    expect(transport.stats().retries.map(({ code }) => code)).toEqual(['503', '<error>', '429']);
  });

  test('R-8: the caller learns why a request is sent again, and for how long at most', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start(inTurn((r) => status(r, 503)));
    const reported: RetryNotice[] = [];
    const retry = { maxTries: 3 };
    const transport = server.connect({
      clock,
      random: () => 0.5,
      retry,
      onRetry: (notice) => void reported.push(notice),
    });
    const answer = transport.json(get);
    await throughBackoffs(clock, () => server.requests.length === 2);
    await answer;
    const { url } = transport;
    expect(reported).toEqual([{ server: url, reason: 'HTTP 503', tries: 1, leftMs: 250 }]);
    await server.close();
    const refused = transport.json(get);
    refused.catch(() => undefined);
    await throughBackoffs(clock, () => reported.length === 3);
    expect(reported.slice(1)).toMatchObject([
      { reason: 'ECONNREFUSED', tries: 1, leftMs: 250 },
      { reason: 'ECONNREFUSED', tries: 2, leftMs: 100 },
    ]);
    await transport.close();
    await expect(refused).rejects.toMatchObject({ code: 'KUBE_UNREACHABLE' });
  });

  test('R-8: a create whose answer was cut after the commit is not repeated: one object', async () => {
    const objects: string[] = [];
    const server = await ApiServer.start((request, response) => {
      objects.push(request.body);
      cut(response);
    });
    for (const repeat of ['unsent', 'never', undefined] as const) {
      const call = server.connect().json({ method: 'POST', path: '/x', body: '{}', ...(repeat && { repeat }) });
      await expect(call).rejects.toMatchObject({ code: 'KUBE_UNREACHABLE', neverSent: false });
    }
    expect(objects).toHaveLength(3);
  });

  test('R-8: a create that was never sent is repeated, one with generateName is not', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start();
    const transport = server.connect({ clock });
    await server.close();
    const generated = transport.json({ method: 'POST', path: '/x', body: '{}', repeat: 'never' });
    await expect(generated).rejects.toMatchObject({ code: 'KUBE_UNREACHABLE', neverSent: true });

    const named = transport.json({ method: 'POST', path: '/x', body: '{}', repeat: 'unsent' });
    await clock.until(() => transport.stats().requests[0]?.count === 2);
    await server.listen();
    await throughBackoffs(clock, () => server.requests.length === 1);
    await expect(named).resolves.toEqual({ kind: 'Ok' });
  });

  test('R-8: a get whose body is cut is repeated; a stream hands the loss to its reader', async () => {
    const clock = new FakeClock();
    const half = (response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"kind":', () => response.destroy());
    };
    const server = await ApiServer.start(inTurn(half));
    const answer = server.connect({ clock }).json(get);
    await throughBackoffs(clock, () => server.requests.length === 2);
    await expect(answer).resolves.toEqual({ kind: 'Ok' });

    server.handler = (_request, response) => half(response);
    const { body } = await server.connect().stream({ ...get, lane: 'watch', retry: false });
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const chunk of body) seen.push(Buffer.from(chunk).toString());
    };
    await expect(read()).rejects.toMatchObject({ code: 'KUBE_UNREACHABLE' });
    expect(seen.join('')).toBe('{"kind":');
  });

  test('R-8: without retry every fault is the caller’s at once', async () => {
    const server = await ApiServer.start((_request, response) => status(response, 429, { 'retry-after': '3' }));
    await expect(server.connect().json({ ...get, retry: false })).rejects.toMatchObject({
      code: 'KUBE_THROTTLED',
      status: 429,
      retryAfterMs: 3000,
    });
    expect(server.requests).toHaveLength(1);
  });

  test('R-8: ten sends, then the last fault', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start((_request, response) => status(response, 500, {}, 'etcd has no leader'));
    const failed = expect(server.connect({ clock }).json({ ...get, deadlineMs: 600_000 })).rejects.toMatchObject({
      code: 'KUBE_SERVER_ERROR',
      message: 'GET /api/v1/configmaps was answered with 500: etcd has no leader',
    });
    await throughBackoffs(clock, () => server.requests.length === 10);
    await failed;
    expect(server.requests).toHaveLength(10);
  });

  test('R-9: a Retry-After of 5 s is waited for; one of 60 s fails at once with that time', async () => {
    const clock = new FakeClock();
    const server = await ApiServer.start(inTurn((r) => status(r, 429, { 'retry-after': '5' })));
    const transport = server.connect({ clock });
    const answer = transport.json(get);
    await clock.until(() => transport.stats().requests.length === 1);
    await clock.advance(4999);
    expect(server.requests).toHaveLength(1);
    await clock.advance(1);
    await expect(answer).resolves.toEqual({ kind: 'Ok' });

    for (const code of [429, 503]) {
      server.handler = (_request, response) => status(response, code, { 'retry-after': '60' });
      await expect(transport.json(get)).rejects.toMatchObject({
        code: 'KUBE_THROTTLED',
        status: code,
        retryAfterMs: 60_000,
      });
    }
  });

  test('R-10: without a limit 500 requests leave at once; with 10/s and a burst of 20 they are spread', async () => {
    const server = await ApiServer.start();
    const free = server.connect();
    await Promise.all(Array.from({ length: 500 }, () => free.json(get)));
    expect(server.requests.length).toBeGreaterThanOrEqual(500);

    const clock = new FakeClock();
    const limited = server.connect({ clock, rateLimit: { requestsPerSecond: 10, burst: 20 } });
    server.requests.length = 0;
    const all = Promise.all(Array.from({ length: 50 }, () => limited.json({ ...get, deadlineMs: 60_000 })));
    await clock.until(() => server.requests.length === 20);
    await limited.json({ ...get, lane: 'election' });
    await clock.advance(1000);
    await clock.until(() => server.requests.length === 31);
    await clock.advance(2000);
    await all;
    expect(server.requests).toHaveLength(51);
  });
});

describe('addresses', () => {
  test('R-16: a server behind a path, and one without TLS', async () => {
    const server = await ApiServer.start();
    const behindPath = { server: `${server.url}/k8s/clusters/c-1` };
    await server.connect({}, behindPath).json({ ...get, query: { limit: 5, continue: 'a&b', watch: undefined } });
    expect(server.requests[0]?.url).toBe('/k8s/clusters/c-1/api/v1/configmaps?limit=5&continue=a%26b');

    const plain = createServer((_request, response) => json(response, { kind: 'Plain' })).listen(0, '127.0.0.1');
    onTestFinished(() => void plain.close());
    await new Promise((resolve) => {
      plain.once('listening', resolve);
    });
    const address = { server: `http://127.0.0.1:${(plain.address() as AddressInfo).port}`, tls: {} };
    await expect(server.connect({}, address).json(get)).resolves.toEqual({ kind: 'Plain' });
  });

  test('R-171: a limit of one cluster does not slow another', async () => {
    const server = await ApiServer.start();
    const slow = server.connect({ rateLimit: { requestsPerSecond: 1, burst: 1 } });
    const other = server.connect({ rateLimit: { requestsPerSecond: 1, burst: 1 } });
    const waiting = Array.from({ length: 5 }, () => slow.json(get).catch(() => 'closed'));
    await expect(other.json(get)).resolves.toEqual({ kind: 'Ok' });
    await slow.close();
    await Promise.all(waiting);
  });
});

describe('answers', () => {
  test('R-11: what is not JSON is never parsed: the error has the status and 200 characters', async () => {
    const page = `<html>${'x'.repeat(500)}</html>`;
    const html = (code: number) => (response: ServerResponse) =>
      void response.writeHead(code, { 'content-type': 'text/html' }).end(page);
    const server = await ApiServer.start();
    const transport = server.connect();
    for (const [code, call] of [
      [502, () => transport.json({ ...get, retry: false })],
      [404, () => transport.json(get)],
      [200, () => transport.json(get)],
      [200, () => transport.stream({ ...get, lane: 'watch' })],
      [302, () => transport.json(get)],
    ] as const) {
      server.handler = (_request, response) => html(code)(response);
      const error = await call().then(
        () => undefined,
        (reason: unknown) => reason as { code: string; status: number; message: string },
      );
      expect(error).toMatchObject({ code: 'KUBE_BAD_RESPONSE', status: code });
      expect(error?.message).toContain(page.slice(0, 200));
      expect(error?.message).not.toContain(page.slice(0, 201));
    }
  });

  test('R-11: JSON that ends too early is a bad response with its beginning', async () => {
    const server = await ApiServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"kind":"ConfigMapList","items":[');
    });
    await expect(server.connect().json(get)).rejects.toMatchObject({
      code: 'KUBE_BAD_RESPONSE',
      status: 200,
      message: expect.stringContaining('{"kind":"ConfigMapList","items":['),
    });
  });

  test.each([
    [400, 'KUBE_INVALID'],
    [403, 'KUBE_FORBIDDEN'],
    [404, 'KUBE_NOT_FOUND'],
    [405, 'KUBE_INVALID'],
    [409, 'KUBE_CONFLICT'],
    [410, 'KUBE_GONE'],
    [422, 'KUBE_INVALID'],
    [429, 'KUBE_THROTTLED'],
    [500, 'KUBE_SERVER_ERROR'],
    [504, 'KUBE_SERVER_ERROR'],
  ])('R-11: a Status of %i is the error %s with the server’s words', async (code, expected) => {
    const server = await ApiServer.start((_request, response) => status(response, code, {}, 'the reason'));
    await expect(server.connect().json({ ...get, retry: false })).rejects.toMatchObject({
      code: expected,
      status: code,
      body: { code, message: 'the reason' },
      message: expect.stringContaining('GET /api/v1/configmaps was answered with'),
    });
  });

  test('R-11: the API server’s own plain 404 of an unknown group is "not found"; text answers are text', async () => {
    const plain: Record<string, [number, string]> = { '/livez': [200, 'ok'], '/readyz': [500, '[-]etcd failed'] };
    const server = await ApiServer.start((request, response) => {
      const [code, text] = plain[request.url] ?? [404, '404 page not found\n'];
      response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    });
    const transport = server.connect();
    await expect(transport.json({ method: 'GET', path: '/apis/demo.io/v1/x' })).rejects.toMatchObject({
      code: 'KUBE_NOT_FOUND',
    });
    await expect(transport.text({ method: 'GET', path: '/livez' })).resolves.toBe('ok');
    await expect(transport.text({ method: 'GET', path: '/readyz', retry: false })).rejects.toMatchObject({
      code: 'KUBE_SERVER_ERROR',
      message: expect.stringContaining('[-]etcd failed'),
    });
  });

  test('R-11: a deprecation is logged once per text', async () => {
    const logged: unknown[] = [];
    const logger: Logger = { ...silentLogger, warn: (fields) => logged.push(fields['warning']) };
    const server = await ApiServer.start((_request, response) =>
      json(response, {}, 200, {
        warning: ['299 - "demo/v1 is deprecated, use \\"v2\\"", 299 - "soon gone"', '199 cache "stale"'],
      }),
    );
    const transport = server.connect({ logger });
    for (let round = 0; round < 3; round++) await transport.json(get);
    expect(logged).toEqual(['demo/v1 is deprecated, use "v2"', 'soon gone']);
  });

  test('R-18: the user agent names operator, Slipway and controller; elections add their mark', async () => {
    const server = await ApiServer.start(ok);
    const transport = server.connect({ operator: { name: 'demo', version: '1.2.3' } });
    await transport.json(get);
    await transport.json({ ...get, controller: 'widgets' });
    await transport.json({ ...get, lane: 'election' });
    await server.connect().json(get);
    expect(server.requests.map(({ headers }) => headers['user-agent'])).toEqual([
      'demo/1.2.3 slipway/0.1.0',
      'demo/1.2.3 slipway/0.1.0 (widgets)',
      'demo/1.2.3 slipway/0.1.0 leader-election',
      'slipway/0.1.0',
    ]);
  });

  test('R-16: impersonation is one header per group, as received', async () => {
    const server = await ApiServer.start();
    const impersonate = { user: 'jané', uid: '7', groups: ['a', 'b'], extra: { 'example.org/scope': ['x', 'y'] } };
    await server.connect({}, { impersonate }).json(get);
    const raw = server.requests[0]?.rawHeaders ?? [];
    const pairs = raw.flatMap((name, index) =>
      index % 2 === 0 && name.startsWith('impersonate') ? [[name, raw[index + 1]]] : [],
    );
    expect(pairs).toEqual([
      ['impersonate-user', Buffer.from('jané').toString('latin1')],
      ['impersonate-uid', '7'],
      ['impersonate-group', 'a'],
      ['impersonate-group', 'b'],
      ['impersonate-extra-example.org%2Fscope', 'x'],
      ['impersonate-extra-example.org%2Fscope', 'y'],
    ]);
  });
});
