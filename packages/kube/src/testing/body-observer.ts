import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Answer } from './exchange.ts';
import type { LoggedRequest } from './request-log.ts';
import { ResourceVersionScanner } from './resource-version-scanner.ts';

/** Notes, while the request's body passes by, what the log keeps of it. */
export function observeRequest(incoming: IncomingMessage, entry: LoggedRequest): void {
  const hash = createHash('sha256');
  const scanner = new ResourceVersionScanner();
  let bytes = 0;
  incoming.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    hash.update(chunk);
    scanner.push(chunk);
  });
  incoming.once('end', () => {
    if (bytes > 0) entry.bodyHash = hash.digest('hex');
    entry.resourceVersionBefore ??= scanner.last;
  });
}

/** Passes a body on and tells each resource version that it brings. */
export async function* observeAnswer(
  body: Answer['body'],
  seen: (resourceVersion: string) => void,
): AsyncGenerator<Uint8Array> {
  const scanner = new ResourceVersionScanner();
  for await (const chunk of body) {
    const before = scanner.last;
    scanner.push(chunk);
    if (scanner.last !== undefined && scanner.last !== before) seen(scanner.last);
    yield chunk;
  }
}
