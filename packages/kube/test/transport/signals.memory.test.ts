import { getEventListeners } from 'node:events';
import { FakeClock } from '@slipway/kube/testing';
import { expect, test } from 'vitest';
import { ApiServer } from './api-server.ts';

test('R-5: 10 000 requests under one long-lived signal leave no listener on it and no timer', async () => {
  const clock = new FakeClock();
  const server = await ApiServer.start();
  const transport = server.connect({ clock });
  const { signal } = new AbortController();
  let most = 0;
  for (let round = 0; round < 100; round++) {
    const calls = Array.from({ length: 100 }, (_, index) =>
      index % 10 === 0
        ? transport.stream({ method: 'GET', path: '/list', signal }).then(async ({ body }) => {
            for await (const _chunk of body);
          })
        : transport.json({ method: 'GET', path: '/one', signal }),
    );
    most = Math.max(most, getEventListeners(signal, 'abort').length);
    await Promise.all(calls);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  }
  expect(most).toBe(100);
  expect(clock.pendingTimers).toBe(0);
});
