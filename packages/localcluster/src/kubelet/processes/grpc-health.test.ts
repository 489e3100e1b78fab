import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkGrpcHealth } from './grpc-health.ts';

const BLOCK = Buffer.alloc(16 * 1024);

/** A pod whose answer has no end; answers its port, and how much it got rid of. */
async function endless(): Promise<{ readonly port: number; readonly sent: () => number }> {
  let sent = 0;
  const pour = (stream: ServerHttp2Stream): void => {
    while (!stream.destroyed && sent < 256 * 1024 * 1024) {
      sent += BLOCK.length;
      if (!stream.write(BLOCK)) {
        stream.once('drain', () => pour(stream));
        return;
      }
    }
  };
  const server = createServer();
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
    pour(stream);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, sent: () => sent };
}

test('a health answer without an end is refused at the limit, and the connection is closed', async () => {
  const { port, sent } = await endless();
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  await expect(checkGrpcHealth('127.0.0.1', port, '', ending.signal)).rejects.toThrow('the answer is too large');
  expect(sent()).toBeLessThan(16 * 1024 * 1024);
});
