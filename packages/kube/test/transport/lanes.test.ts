import { Socket } from 'node:net';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, test, vi } from 'vitest';
import { ApiServer, json } from './api-server.ts';

const clock = new FakeClock();
describe('lanes', () => {
  test('R-1: while 32 requests hang, a lease is renewed and watch events arrive, on sockets of their own', async () => {
    const events: (() => void)[] = [];
    const server = await ApiServer.start((request, response) => {
      if (request.url === '/hang') return;
      if (request.url === '/lease') return json(response, { kind: 'Lease' });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      events.push(() => response.write('{"type":"ADDED"}\n'));
    });
    const transport = server.connect();
    const watch = await transport.stream({ method: 'GET', path: '/watch', lane: 'watch' });
    const stop = new AbortController();
    const hanging = Array.from({ length: 40 }, () =>
      transport.json({ method: 'GET', path: '/hang', signal: stop.signal }).catch((error: unknown) => error),
    );
    await clock.until(() => server.requests.filter((request) => request.url === '/hang').length === 32);

    await expect(transport.json({ method: 'PUT', path: '/lease', lane: 'election' })).resolves.toEqual({
      kind: 'Lease',
    });
    events[0]?.();
    const iterator = watch.body[Symbol.asyncIterator]();
    const first = await iterator.next();
    expect(Buffer.from(first.value as Uint8Array).toString()).toBe('{"type":"ADDED"}\n');

    const portsOf = (url: string) =>
      new Set(server.requests.filter((seen) => seen.url === url).map((seen) => seen.port));
    const all = [portsOf('/hang'), portsOf('/lease'), portsOf('/watch')];
    expect(new Set(all.flatMap((ports) => [...ports])).size).toBe(32 + 1 + 1);
    expect(transport.stats().sockets).toEqual({ watch: 1, request: 32, election: 1 });
    await iterator.return?.();
    stop.abort();
    await Promise.all(hanging);
  });

  test('R-2: HTTP/1.1 alone is offered; 20 watches have 20 sockets, and the end of one leaves 19', async () => {
    const ends: (() => void)[] = [];
    const server = await ApiServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      ends.push(() => response.destroy());
    });
    const transport = server.connect();
    const watches = await Promise.all(
      Array.from({ length: 20 }, (_, index) => transport.stream({ method: 'GET', path: `/w${index}`, lane: 'watch' })),
    );
    expect(server.offered).toEqual(Array.from({ length: 20 }, () => ['http/1.1']));
    expect(server.sockets.size).toBe(20);

    let ended = 0;
    for (const { body } of watches) {
      const iterator = body[Symbol.asyncIterator]();
      iterator.next().then(
        () => (ended += 1),
        () => (ended += 1),
      );
    }
    ends[7]?.();
    await clock.until(() => server.sockets.size === 19);
    await clock.until(() => ended > 0);
    expect(ended).toBe(1);
  });

  test('R-3: 10 000 requests use at most 32 sockets and open no further one', async () => {
    const server = await ApiServer.start();
    let opened = 0;
    const transport = server.connect();
    await transport.json({ method: 'GET', path: '/first' });
    const before = server.offered.length;
    for (let round = 0; round < 50; round++) {
      await Promise.all(Array.from({ length: 200 }, () => transport.json({ method: 'GET', path: '/x' })));
      opened = Math.max(opened, server.sockets.size);
    }
    expect(server.requests.length).toBe(10_001);
    expect(opened).toBeLessThanOrEqual(32);
    expect(server.offered.length - before).toBeLessThanOrEqual(31);
  });

  test('R-4: every socket has TCP keep-alive after 30 s; an unused one is closed', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
    const server = await ApiServer.start();
    const transport = server.connect({ idleSocketMs: 30 });
    for (const lane of ['request', 'election', 'watch'] as const) {
      const answer = await transport.stream({ method: 'GET', path: '/x', lane });
      for await (const _chunk of answer.body);
    }
    const clients = keepAlive.mock.calls.filter(([, delay]) => delay === 30_000);
    keepAlive.mockRestore();
    expect(clients).toEqual([
      [true, 30_000],
      [true, 30_000],
      [true, 30_000],
    ]);
    await clock.until(() => server.sockets.size === 0);
    expect(transport.stats().sockets).toEqual({ watch: 0, request: 0, election: 0 });
  });

  test('R-5: an aborted call rejects with the reason and gives its socket up, on the wire or in line', async () => {
    let answer = (): void => {};
    const server = await ApiServer.start((request, response) => {
      if (request.url === '/ok') json(response, {});
      if (request.url === '/slow') answer = () => json(response, {});
    });
    const transport = server.connect({ requestSockets: 1 });
    const stop = new AbortController();
    const reason = new Error('not needed any more');
    const hanging = transport.json({ method: 'GET', path: '/hang', signal: stop.signal });
    await clock.until(() => server.requests.length === 1);
    stop.abort(reason);
    await expect(hanging).rejects.toBe(reason);
    await clock.until(() => server.sockets.size === 0);
    expect(transport.stats().sockets.request).toBe(0);

    // In line behind a request that is answered: the socket is not lost with it.
    const impatient = new AbortController();
    const slow = transport.json({ method: 'GET', path: '/slow' });
    const inLine = transport.json({ method: 'GET', path: '/never', signal: impatient.signal });
    await clock.until(() => server.requests.length === 2);
    impatient.abort(reason);
    await expect(inLine).rejects.toBe(reason);
    answer();
    await slow;
    await expect(transport.json({ method: 'GET', path: '/ok' })).resolves.toEqual({});
    expect(server.requests.map((seen) => seen.url)).toEqual(['/hang', '/slow', '/ok']);
    expect(server.requests[2]?.port).toBe(server.requests[1]?.port);
  });

  test('R-5: a request ends at its deadline; a watch has none, neither before nor after its headers', async () => {
    const fake = new FakeClock();
    const waiting: (() => void)[] = [];
    const server = await ApiServer.start((request, response) => {
      if (request.url === '/silent-watch') waiting.push(() => json(response, {}));
    });
    const transport = server.connect({ clock: fake });
    const failing = transport.json({ method: 'GET', path: '/hang' });
    const watch = transport.stream({ method: 'GET', path: '/silent-watch', lane: 'watch' });
    await clock.until(() => server.requests.length === 2);
    const failed = expect(failing).rejects.toMatchObject({ code: 'KUBE_TIMEOUT', neverSent: false });
    await fake.advance(30_000);
    await failed;
    await fake.advance(3_600_000);
    waiting[0]?.();
    await expect(watch).resolves.toMatchObject({ status: 200 });
  });

  test('R-5: the deadline of a streamed list covers its body', async () => {
    const fake = new FakeClock();
    const server = await ApiServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"items":[');
    });
    const transport = server.connect({ clock: fake });
    const { body } = await transport.stream({ method: 'GET', path: '/list', deadlineMs: 60_000 });
    const iterator = body[Symbol.asyncIterator]();
    await iterator.next();
    const end = expect(iterator.next()).rejects.toMatchObject({ code: 'KUBE_TIMEOUT' });
    await fake.advance(60_000);
    await end;
    await clock.until(() => server.sockets.size === 0);
  });

  test('R-5, R-168: closing ends open calls and watches, and leaves neither sockets nor timers', async () => {
    const fake = new FakeClock();
    const server = await ApiServer.start((request, response) => {
      if (request.url === '/watch') response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    });
    const transport = server.connect({ clock: fake, requestSockets: 1 });
    const calls = ['/hang', '/in-line'].map((path) => transport.json({ method: 'GET', path }));
    const { body } = await transport.stream({ method: 'GET', path: '/watch', lane: 'watch' });
    await clock.until(() => server.requests.length === 2);
    const outcomes = Promise.allSettled([...calls, body[Symbol.asyncIterator]().next()]);
    await transport.close();
    expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(
      Array.from({ length: 3 }, () => 'KUBE_UNREACHABLE'),
    );
    await clock.until(() => server.sockets.size === 0);
    expect(fake.pendingTimers).toBe(0);
    await expect(transport.json({ method: 'GET', path: '/late' })).rejects.toMatchObject({ code: 'KUBE_UNREACHABLE' });
  });
});
