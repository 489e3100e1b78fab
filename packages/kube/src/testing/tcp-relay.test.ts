import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from './fake-clock.ts';
import { TcpRelay } from './tcp-relay.ts';

describe('TcpRelay', () => {
  const clock = new FakeClock();
  let server: Server;
  let relay: TcpRelay;
  let received: string;

  beforeEach(async () => {
    received = '';
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        received += chunk.toString();
        socket.write(chunk.toString().toUpperCase());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    relay = await TcpRelay.start({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  });

  afterEach(async () => {
    await relay.stop();
    server.close();
  });

  function open(port = relay.port): { write: (text: string) => void; text: () => string; isClosed: () => boolean } {
    const socket = connect({ host: '127.0.0.1', port });
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => {});
    return { write: (words) => socket.write(words), text: () => text, isClosed: () => socket.closed };
  }

  it('P-7: passes bytes both ways, and none while it is frozen', async () => {
    const client = open();
    client.write('one ');
    await clock.until(() => client.text() === 'ONE ');
    relay.freeze();
    client.write('two ');
    const other = open();
    other.write('three ');
    const direct = open((server.address() as AddressInfo).port);
    direct.write('past the relay ');
    await clock.until(() => direct.text() !== '');
    expect(received).toBe('one past the relay ');
    relay.release();
    await clock.until(() => client.text() === 'ONE TWO ' && other.text() === 'THREE ');
  });

  it('P-7: an end that goes takes the other with it, frozen or not', async () => {
    const client = open();
    client.write('one');
    await clock.until(() => client.text() === 'ONE');
    expect(client.isClosed()).toBe(false);
    await relay.stop();
    await clock.until(() => client.isClosed());
    relay = await TcpRelay.start({ host: '127.0.0.1', port: 1 });
    const refused = open();
    await clock.until(() => refused.isClosed());
  });
});
