import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ApiServer, json } from './api-server.ts';

describe('the guard of a request', () => {
  test('R-135: requests that stood in line are not sent once the guard refuses', async () => {
    const held: ServerResponse[] = [];
    const server = await ApiServer.start((_request, response) => void held.push(response));
    const transport = server.connect({ requestSockets: 1 });
    let mayAct = true;
    const guard = (): void => {
      if (!mayAct) throw new Error('the lease has run out');
    };
    const post = (path: string) => transport.json({ method: 'POST', path, body: '{}', guard });
    const sent = post('/sent');
    const inLine = [post('/second'), post('/third')].map((call) => call.catch((error: unknown) => error));
    await expect.poll(() => held.length).toBe(1);
    mayAct = false;
    for (const response of held.splice(0)) json(response, { kind: 'Ok' });
    await expect(sent).resolves.toEqual({ kind: 'Ok' });
    expect(await Promise.all(inLine)).toEqual([new Error('the lease has run out'), new Error('the lease has run out')]);
    mayAct = true;
    const after = post('/after');
    await expect.poll(() => held.length).toBe(1);
    for (const response of held.splice(0)) json(response, { kind: 'Ok' });
    await after;
    expect(server.requests.map(({ url }) => url)).toEqual(['/sent', '/after']);
  });
});
