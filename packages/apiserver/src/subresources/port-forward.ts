import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { textAt } from '../objects/index.ts';
import { type SpdyStream, serveSpdy } from '../spdy/index.ts';
import { badRequest, notFound, StatusError } from '../status/index.ts';
import { keyOf } from '../store/index.ts';
import type { Call } from './call.ts';
import { type PodAddress, unreachable } from './pod-addresses.ts';
import type { Network } from './proxy-target.ts';

const PROTOCOL = 'portforward.k8s.io';

/**
 * `pods/portforward` over SPDY, which every kubectl falls back to (K-14). Each connection is a pair of
 * streams: one for its bytes, one for what goes wrong.
 */
export async function forwardPorts(call: Call, { kernel, routes, addresses }: Network): Promise<void> {
  const { request, response } = call;
  const { resource, namespace = '', name = '' } = call.target;
  const pod = kernel.store.get('pods', keyOf(namespace, name))?.object;
  if (!pod) throw notFound(resource, name);
  if (textAt(pod, 'spec', 'nodeName') === '') throw badRequest(`pod ${name} does not have a host assigned`);
  if (request.headers.upgrade?.toLowerCase() !== 'spdy/3.1') {
    throw badRequest('Upgrade request required: ports are forwarded over SPDY/3.1');
  }
  const path = `pods/${namespace}/${name}`;
  const { uid = '' } = pod.metadata;
  if (!routes.has(path) && !addresses.runs(uid)) {
    throw new StatusError(503, 'ServiceUnavailable', unreachable(namespace, name));
  }
  call.writeHead(101, { connection: 'Upgrade', upgrade: 'SPDY/3.1', 'x-stream-protocol-version': PROTOCOL });
  response.flushHeaders();
  response.detachSocket(request.socket);
  const waiting = new Map<string, SpdyStream>();
  const addressOf = (port: string): PodAddress => {
    if (!isPort(port)) throw new Error('a port is a number from 1 to 65535');
    const route = routes.find(path, port);
    const found = route ? { host: route.hostname, port: Number(route.port || port) } : addresses.of(uid, Number(port));
    if (!found) throw new Error('nothing of the pod listens there');
    return found;
  };
  await serveSpdy(request.socket, (stream) => {
    const id = stream.headers.get('requestid') ?? stream.headers.get('port') ?? '';
    const other = waiting.get(id);
    waiting.set(id, stream);
    if (!other) return;
    waiting.delete(id);
    const [data, error] = stream.headers.get('streamtype') === 'error' ? [other, stream] : [stream, other];
    const port = data.headers.get('port') ?? '';
    // What goes wrong is written to the stream that is there for it.
    void carry(data, error, () => addressOf(port)).catch((reason: Error) => {
      data.bytes.destroy();
      error.bytes.end(`error forwarding port ${port} to pod ${namespace}/${name}: ${reason.message}`);
    });
  });
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536;
}

async function carry(data: SpdyStream, error: SpdyStream, addressOf: () => PodAddress): Promise<void> {
  error.bytes.resume();
  const socket = connect({ ...addressOf(), allowHalfOpen: true });
  const results = await Promise.allSettled([pipeline(data.bytes, socket), pipeline(socket, data.bytes)]);
  const failed = results.find((result) => result.status === 'rejected');
  // A side that has all it wanted just goes; only a connection that carried nothing is worth an error.
  if (failed && socket.bytesRead === 0 && socket.bytesWritten === 0) throw failed.reason;
  error.bytes.end();
}
