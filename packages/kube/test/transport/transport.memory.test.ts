import { FakeClock } from '@slipway/kube/testing';
import { expect, test } from 'vitest';
import { ApiServer } from './api-server.ts';

test('R-168: 100 transports made, used and closed leave no socket, handle or timer', async () => {
  const clock = new FakeClock();
  const server = await ApiServer.start((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request.url === '/watch') response.write('{}\n');
    else response.end('{}');
  });
  const handles = (): number => process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Timeout/.test(name)).length;
  const round = async (): Promise<void> => {
    const transport = server.connect({ clock });
    await Promise.all([
      transport.json({ method: 'GET', path: '/x' }),
      transport.json({ method: 'GET', path: '/x', lane: 'election' }),
    ]);
    const { body } = await transport.stream({ method: 'GET', path: '/watch', lane: 'watch' });
    const iterator = body[Symbol.asyncIterator]();
    await iterator.next();
    const end = iterator.next().catch((error: unknown) => error);
    await transport.close();
    await end;
  };
  for (let warmUp = 0; warmUp < 20; warmUp++) await round();
  await clock.until(() => server.sockets.size === 0);
  const before = handles();
  for (let count = 0; count < 80; count++) await round();
  await clock.until(() => server.sockets.size === 0);
  expect(handles()).toBeLessThanOrEqual(before + 2);
  expect(clock.pendingTimers).toBe(0);
});
