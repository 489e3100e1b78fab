import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Connection } from './connection.ts';
import { type Answer, type Ending, ExchangeEnd } from './exchange.ts';

/** Writes an answer as its body comes, no faster than the client reads. */
export async function writeAnswer(answer: Answer, response: ServerResponse, connection: Connection): Promise<void> {
  response.sendDate = false; // The upstream's own is among the headers.
  response.writeHead(answer.status, answer.headers as Record<string, string | string[]>);
  response.flushHeaders(); // A watch that has nothing to tell yet has begun all the same.
  for await (const chunk of answer.body) {
    if (connection.isHalfOpen) throw new ExchangeEnd('halfOpen');
    await written(chunk, response);
  }
  if (connection.isHalfOpen) throw new ExchangeEnd('halfOpen');
  response.end();
}

/** Resolves when the bytes have left: a fault that follows must not take them with it. */
function written(chunk: Uint8Array, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/** Ends an exchange in another way, and lasts as long as it does: silence until the client leaves. */
export async function endExchange(
  ending: Ending,
  response: ServerResponse,
  connection: Connection,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  if (ending === 'end') response.end();
  connection.end(ending);
  if (ending === 'silence' || ending === 'halfOpen') await once(signal, 'abort');
}
