import { silentLogger } from '@slipway/kube';
import { describe, expect, it } from 'vitest';
import { HttpEndpoint, healthRoutes } from './index.ts';

const secret = 'the cause with a secret in it';
const logged: unknown[] = [];
const route = healthRoutes({
  healthz: new Map([
    ['good', () => {}],
    [
      'bad',
      () => {
        throw new Error(secret);
      },
    ],
  ]),
  readyz: new Map([['caches', () => {}]]),
  logger: { ...silentLogger, warn: (fields) => void logged.push(fields) },
});
const ask = (path: string) => route(new URL(path, 'http://x'));

describe('health endpoints', () => {
  it('R-155: a failed check answers 500, names the check and withholds the cause, which is in the log', () => {
    expect(ask('/healthz')).toEqual({
      status: 500,
      body: '[+]good ok\n[-]bad failed: reason withheld\nhealthz check failed\n',
    });
    expect(logged).toContainEqual({ endpoint: 'healthz', check: 'bad', error: new Error(secret) });
  });

  it('R-155: verbose, exclude and single checks answer as golden', () => {
    expect(ask('/readyz')).toEqual({ status: 200, body: 'ok' });
    expect(ask('/readyz?verbose')).toEqual({ status: 200, body: '[+]caches ok\nreadyz check passed\n' });
    expect(ask('/healthz?exclude=bad')).toEqual({ status: 200, body: 'ok' });
    expect(ask('/healthz?exclude=bad&verbose&exclude=nope')).toEqual({
      status: 200,
      body:
        '[+]good ok\n[+]bad excluded: ok\nwarn: some health checks cannot be excluded: no matches for "nope"\n' +
        'healthz check passed\n',
    });
    expect(ask('/healthz/good')).toEqual({ status: 200, body: 'ok' });
    expect(ask('/healthz/bad')?.status).toBe(500);
    expect(ask('/healthz/ping')).toEqual({ status: 200, body: 'ok' });
    expect(ask('/healthz/absent')).toBeUndefined();
    expect(ask('/elsewhere')).toBeUndefined();
  });

  it('R-155: over HTTP, other paths are 404, other methods 405, and a stop leaves nothing open', async () => {
    const endpoint = new HttpEndpoint('127.0.0.1:0', (url) => route(url));
    const port = await endpoint.start();
    const get = async (path: string, method = 'GET') => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      return [answer.status, await answer.text()];
    };
    expect(await get('/readyz')).toEqual([200, 'ok']);
    expect(await get('/nothing')).toEqual([404, '404 page not found\n']);
    expect((await get('/readyz', 'POST'))[0]).toBe(405);
    await endpoint.stop();
    await expect(get('/readyz')).rejects.toThrow();
  });

  it('R-155: an address that is taken is an error of the start, not of the process', async () => {
    const first = new HttpEndpoint('127.0.0.1:0', () => undefined);
    const port = await first.start();
    const second = new HttpEndpoint(`127.0.0.1:${port}`, () => undefined);
    await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await second.stop();
    await first.stop();
  });
});
