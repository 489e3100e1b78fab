import type { Socket } from 'node:net';
import type { buildConnector, Client as ClientType, Dispatcher } from 'undici';
import { Client } from './undici.ts';

/** What a request may carry in its dispatch options, beside what undici knows. */
export interface SocketTaker {
  /** Called with the way to close the socket that the request will be written to. */
  readonly onSocket?: (close: () => void) => void;
}

/**
 * An undici client, which is one socket, that hands each request the way to close that socket.
 *
 * undici's own abort closes it, too, but keeps the aborted request in line and opens a new connection
 * only to drop it there. When a hundred watches are ended at once, that would be a hundred connections
 * for nothing.
 */
export function createSocketClient(origin: URL, options: ClientType.Options): ClientType {
  const connect = options.connect as buildConnector.connector;
  let socket: Socket | null = null;
  const client = new Client(origin, {
    ...options,
    connect: (target, callback) =>
      connect(target, (...result) => {
        socket = result[1];
        callback(...result);
      }),
  });
  const close = (): void => void socket?.destroy(new Error('The answer is no longer wanted.'));
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (request: Dispatcher.DispatchOptions & SocketTaker, handler) => {
    request.onSocket?.(close);
    return dispatch(request, handler);
  };
  return client;
}
