import { expect, test } from 'vitest';
import { isKubeError } from '../errors.ts';
import { FakeClock } from '../testing/index.ts';
import { createTransport } from './create-transport.ts';
import type { Fetch, HttpRequest } from './fetch.ts';
import type { Transport } from './transport.ts';

const config = {
  server: 'https://cluster.test/base',
  contextName: 'test',
  namespace: 'default',
  tls: {},
  user: { token: 'secret' },
};

const json = { 'content-type': 'application/json' };

async function* chunks(...texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* endless(): AsyncIterable<Uint8Array> {
  yield Buffer.from('first');
  await new Promise(() => {});
}

function transport(fetch: Fetch, clock = new FakeClock()): Transport {
  return createTransport(config, { fetch, clock, random: () => 0.5, operator: { name: 'op', version: '1' } });
}

function failing(code: string): Error {
  return Object.assign(new Error('no answer'), { code });
}

test('a request is handed over as it would be written, credential included', async () => {
  const seen: HttpRequest[] = [];
  const own = transport((request) => {
    seen.push(request);
    return Promise.resolve({ status: 200, headers: json, body: chunks('{"a":', '1}') });
  });
  expect(await own.json({ method: 'POST', path: '/api', query: { x: 1 }, body: '{}' })).toEqual({ a: 1 });
  const [{ method, path, headers, body }] = seen as [HttpRequest];
  expect({ method, path, body }).toEqual({ method: 'POST', path: '/base/api?x=1', body: '{}' });
  const pairs = Array.from({ length: headers.length / 2 }, (_, index) => headers.slice(index * 2, index * 2 + 2));
  expect(Object.fromEntries(pairs as [string, string][])).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^op\/1 slipway\//),
    authorization: 'Bearer secret',
  });
});

test('a refusal is an error with the code of its status', async () => {
  const own = transport(() => Promise.resolve({ status: 404, headers: json, body: chunks('{"kind":"Status"}') }));
  await expect(own.json({ method: 'GET', path: '/api' })).rejects.toSatisfy((error) =>
    isKubeError(error, 'KUBE_NOT_FOUND'),
  );
});

test.each([
  ['ECONNREFUSED', true],
  ['ECONNRESET', false],
])('R-8: a create that ended with %s is sent again: %s', async (code, isRepeated) => {
  let sends = 0;
  const clock = new FakeClock();
  const own = transport(() => {
    sends += 1;
    if (sends === 1) return Promise.reject(failing(code));
    return Promise.resolve({ status: 201, headers: json, body: chunks('{}') });
  }, clock);
  const created = own.json({ method: 'POST', path: '/api', body: '{}' }).then(
    () => 'created',
    (error: unknown) => isKubeError(error) && error.code,
  );
  await clock.advance(10_000);
  expect(await created).toBe(isRepeated ? 'created' : 'KUBE_UNREACHABLE');
  expect(sends).toBe(isRepeated ? 2 : 1);
});

test('R-5: an abort ends the reader at once and tells who answers', async () => {
  let signal: AbortSignal | undefined;
  const own = transport((request) => {
    signal = request.signal;
    return Promise.resolve({ status: 200, headers: json, body: endless() });
  });
  const stop = new AbortController();
  const { body } = await own.stream({ method: 'GET', path: '/api', lane: 'watch', signal: stop.signal });
  const reader = body[Symbol.asyncIterator]();
  expect((await reader.next()).value?.toString()).toBe('first');
  const next = reader.next();
  stop.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
  expect(signal?.aborted).toBe(true);
});

test('a reader that leaves tells who answers', async () => {
  let signal: AbortSignal | undefined;
  const own = transport((request) => {
    signal = request.signal;
    return Promise.resolve({ status: 200, headers: json, body: endless() });
  });
  const { body } = await own.stream({ method: 'GET', path: '/api', lane: 'watch' });
  for await (const _chunk of body) break;
  expect(signal?.aborted).toBe(true);
});

test('R-135: what a guard throws ends the request unsent', async () => {
  let sends = 0;
  const own = transport(() => {
    sends += 1;
    return Promise.resolve({ status: 200, headers: json, body: chunks('{}') });
  });
  const guard = (): void => {
    throw new Error('no longer the leader');
  };
  await expect(own.json({ method: 'GET', path: '/api', guard })).rejects.toThrow('no longer the leader');
  expect(sends).toBe(0);
});
