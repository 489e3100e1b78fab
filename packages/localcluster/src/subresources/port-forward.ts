import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { textAt } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { type SpdyStream, serveSpdy } from '../spdy/index.ts';
import { badRequest, notFound } from '../status/index.ts';
import { keyOf } from '../store/index.ts';
import type { Call } from './call.ts';
import type { ProxyRoutes } from './proxy-routes.ts';
import { podHost } from './proxy-target.ts';

const PROTOCOL = 'portforward.k8s.io';

/**
 * `pods/portforward` over SPDY, which every kubectl falls back to (K-14). Each connection is a pair of
 * streams: one for its bytes, one for what goes wrong.
 */
export async function forwardPorts(call: Call, { store }: Kernel, routes: ProxyRoutes): Promise<void> {
  const { request, response } = call;
  const { resource, namespace = '', name = '' } = call.target;
  const pod = store.get('pods', keyOf(namespace, name))?.object;
  if (!pod) throw notFound(resource, name);
  if (textAt(pod, 'spec', 'nodeName') === '') throw badRequest(`pod ${name} does not have a host assigned`);
  if (request.headers.upgrade?.toLowerCase() !== 'spdy/3.1') {
    throw badRequest('Upgrade request required: ports are forwarded over SPDY/3.1');
  }
  call.writeHead(101, { connection: 'Upgrade', upgrade: 'SPDY/3.1', 'x-stream-protocol-version': PROTOCOL });
  response.flushHeaders();
  response.detachSocket(request.socket);
  const waiting = new Map<string, SpdyStream>();
  await serveSpdy(request.socket, (stream) => {
    const id = stream.headers.get('requestid') ?? stream.headers.get('port') ?? '';
    const other = waiting.get(id);
    waiting.set(id, stream);
    if (!other) return;
    waiting.delete(id);
    const [data, error] = stream.headers.get('streamtype') === 'error' ? [other, stream] : [stream, other];
    const port = data.headers.get('port') ?? '';
    const route = routes.find(`pods/${namespace}/${name}`, port);
    void carry(data, error, route ? route.hostname : podHost(pod), Number(route?.port || port));
  });
}

/** Never rejects: what goes wrong is said on the stream that is there for it. */
async function carry(data: SpdyStream, error: SpdyStream, host: string, port: number): Promise<void> {
  const socket = connect({ host, port, allowHalfOpen: true });
  error.bytes.resume();
  const results = await Promise.allSettled([pipeline(data.bytes, socket), pipeline(socket, data.bytes)]);
  const failed = results.find((result) => result.status === 'rejected');
  // Whoever has all it wanted just goes; only that nobody answered at all is worth telling.
  if (failed && socket.bytesRead === 0 && socket.bytesWritten === 0) {
    error.bytes.write(`error forwarding port ${port} to pod: ${(failed.reason as Error).message}`);
  }
  error.bytes.end();
}
