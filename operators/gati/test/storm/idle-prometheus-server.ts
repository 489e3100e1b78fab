import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { idleAnswer } from '../crashes/idle-prometheus.ts';

/** The same Prometheus for operators that are processes of their own. */
export async function startIdlePrometheus(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(idleAnswer(new URLSearchParams(body))));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
