import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take the ports of outgoing connections: there, any client could
 * be given an API server's port while it restarts.
 */
const FIRST = 10_000;
const LAST = 32_767;

/** Distinct ports of 127.0.0.1 that nobody listens on now. Another may still come first: callers try again. */
export async function freePorts(count: number, random: () => number = Math.random): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FIRST + Math.floor(random() * (LAST - FIRST + 1));
    if (!ports.has(port) && (await isFree(port))) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
