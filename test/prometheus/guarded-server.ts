import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Guard, type ProcessSpec } from '@slipway/tools/processes/index';

/** Long enough for a machine that compiles and runs ten suites meanwhile. */
export const DEADLINE_MS = 60_000;

/** A process that serves HTTP. It is gone when its owner is, however that ended. */
export interface GuardedServer {
  /** SIGKILL. */
  kill(): Promise<void>;
  /** The same again after `kill`, at the same address and in the same folder. */
  start(): Promise<void>;
  /** Ends the process and removes its folder. */
  stop(): Promise<void>;
}

export interface ServerSpec extends ProcessSpec {
  /** Answers with 200 as soon as the server serves. */
  readonly readyUrl: string;
  /** Fills the new folder, in which the process is then started. */
  readonly prepare?: (folder: string) => Promise<void>;
}

export async function startGuarded({ readyUrl, prepare, ...spec }: ServerSpec): Promise<GuardedServer> {
  const folder = await mkdtemp(join(tmpdir(), `slipway-${spec.name}-`));
  const guard = new Guard(folder);
  const deadline = (): AbortSignal => AbortSignal.timeout(DEADLINE_MS);
  const isReady = async (): Promise<boolean> => (await fetch(readyUrl).catch(() => undefined))?.ok === true;
  const server: GuardedServer = {
    async start() {
      guard.start(spec);
      await guard.untilReady(spec.name, isReady, deadline());
    },
    kill: () => guard.kill(spec.name, deadline()),
    stop: () => guard.end(),
  };
  try {
    await prepare?.(folder);
    await server.start();
    return server;
  } catch (error) {
    await guard.end();
    throw error;
  }
}
