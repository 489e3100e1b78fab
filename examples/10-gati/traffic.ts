import { Agent, get } from 'node:http';

/** What callers have seen so far. */
export interface Seen {
  /** Answers by version. */
  readonly byVersion: ReadonlyMap<string, number>;
  readonly failures: number;
}

/** Sends requests one after the other, as one caller would, until the signal fires. */
export function sendTraffic(address: string, everyMs: number, signal: AbortSignal): () => Seen {
  // A connection for each request: a Service chooses a pod for each connection.
  const agent = new Agent({ keepAlive: false });
  const byVersion = new Map<string, number>();
  let failures = 0;
  const send = (): void => {
    const request = get(`http://${address}/`, { agent, timeout: 5_000 }, (response) => {
      response.resume();
      const version = String(response.headers['x-gati-version'] ?? '?');
      byVersion.set(version, (byVersion.get(version) ?? 0) + 1);
      if ((response.statusCode ?? 500) >= 500) failures += 1;
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', () => {
      failures += 1;
    });
  };
  const timer = setInterval(send, everyMs);
  signal.addEventListener('abort', () => clearInterval(timer));
  return () => ({ byVersion: new Map(byVersion), failures });
}
