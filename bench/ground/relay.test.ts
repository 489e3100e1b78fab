import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { Relay } from './relay.ts';

it('the relay passes bytes on unchanged and counts those that come from the server', async () => {
  const server = createServer((socket) => {
    socket.once('data', (question) => socket.end(`${question.toString()} and an answer`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relay = await Relay.start(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const client = connect({ port: Number(new URL(relay.url).port), host: '127.0.0.1' });
    client.write('a question');
    expect(await text(client)).toBe('a question and an answer');
    expect(relay.bytesToClient).toBe('a question and an answer'.length);
  } finally {
    await relay.stop();
    server.close();
  }
});
