import { once } from 'node:events';
import { createServer } from 'node:net';
import { ToolError } from '../errors.ts';

/**
 * Below the range from which systems take the ports of outgoing connections: there, any client could
 * be given a server's port while it restarts.
 */
const FIRST = 10_000;
const LAST = 32_767;
const MOST_ATTEMPTS = 3;

/** Starts something on distinct ports of 127.0.0.1. They are free when they are chosen and may be gone when they are used. */
export async function withFreePorts<T>(count: number, start: (ports: readonly number[]) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePorts(count));
    } catch (error) {
      const isTaken = error instanceof ToolError && error.code === 'PROCESS_PORT_TAKEN';
      if (attempt === MOST_ATTEMPTS || !isTaken) throw error;
    }
  }
}

/** A port for what is to listen on addresses of its own, such as pods that are processes: nobody listens there on all. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

async function freePorts(count: number, random: () => number = Math.random): Promise<number[]> {
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
