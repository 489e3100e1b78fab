import { tracingChannel } from 'node:diagnostics_channel';
import { FakeClock } from '@slipway/kube/testing';
import type { RequestTrace } from '@slipway/kube/transport';
import { expect, onTestFinished, test } from 'vitest';
import { ApiServer, json, status } from './api-server.ts';

test('R-176: slipway:request tells of each call once: what was asked, how often it was sent, what came', async () => {
  const seen: [string, RequestTrace][] = [];
  const note = (event: string) => (message: RequestTrace) => void seen.push([event, { ...message }]);
  const channel = tracingChannel<unknown, RequestTrace>('slipway:request');
  const subscribers = {
    start: note('start'),
    end: note('end'),
    asyncStart: note('asyncStart'),
    asyncEnd: note('asyncEnd'),
    error: note('error'),
  };
  channel.subscribe(subscribers);
  onTestFinished(() => channel.unsubscribe(subscribers));

  const clock = new FakeClock();
  const server = await ApiServer.start();
  const transport = server.connect({ clock });
  const asked = { server: server.url, method: 'GET', path: '/x', lane: 'request', controller: 'widgets' };
  let left = 1;
  server.handler = (_request, response) => (left-- > 0 ? status(response, 503) : json(response, {}));
  const call = transport.json({ method: 'GET', path: '/x', query: { limit: 1 }, controller: 'widgets' });
  await clock.advanceUntil(() => server.requests.length === 2, { ready: () => clock.pendingTimers > 1 });
  await call;
  expect(seen.map(([event]) => event)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd']);
  expect(seen[0]?.[1]).toMatchObject({ ...asked, tries: 1, status: undefined });
  expect(seen[3]?.[1]).toEqual({ ...asked, tries: 2, status: 200, result: undefined });

  server.handler = (_request, response) => status(response, 404);
  await expect(transport.json({ method: 'GET', path: '/y' })).rejects.toThrow();
  expect(seen.find(([event]) => event === 'error')?.[1]).toMatchObject({
    path: '/y',
    status: 404,
    error: { code: 'KUBE_NOT_FOUND' },
  });
});
