import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { CliError } from '../errors.ts';
import type { ClusterFolder } from './cluster-folder.ts';

/** What a running cluster says about itself. */
export interface ClusterInfo {
  readonly url: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly since: string;
}

export interface ControlledCluster {
  readonly info: ClusterInfo;
  readonly stop: () => Promise<void>;
}

/** A living process answers at once; one that is stopped (SIGSTOP) or stuck must not hang the command. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Takes the control socket of a cluster and answers on it, from the moment the cluster serves: `info` with what is
 * known, `stop` with the same once the cluster has ended. Of two processes that want one name the second is refused.
 * The folder belongs to this user alone, and so does the socket in it.
 */
export async function claimControl(folder: ClusterFolder, cluster: Promise<ControlledCluster>): Promise<() => void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    const answer = async (): Promise<void> => {
      const command = await received(socket);
      const { info, stop } = await cluster;
      if (command === 'stop') await stop();
      socket.end(JSON.stringify(info));
    };
    answer().catch(() => socket.destroy());
  });
  const listen = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(folder.socket, () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen().catch(async () => {
    if (await askControl(folder, 'info')) {
      throw new CliError('CLI_CLUSTER', `cluster "${folder.name}" runs in another process already`);
    }
    // Left behind by a process that was killed.
    if (process.platform !== 'win32') await rm(folder.socket, { force: true });
    await listen();
  });
  return () => server.close();
}

/** What the cluster's process says, or undefined when there is none. */
export function askControl(folder: ClusterFolder, command: 'info' | 'stop'): Promise<ClusterInfo | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path: folder.socket, ...(command === 'info' && { timeout: ANSWER_TIMEOUT_MS }) });
    const silent = (): void => {
      socket.destroy();
      resolve(undefined);
    };
    socket.once('error', silent).once('timeout', silent);
    received(socket).then((answer) => resolve(answer === '' ? undefined : (JSON.parse(answer) as ClusterInfo)), silent);
    socket.end(command);
  });
}

/** All that the other side sends. `stream/consumers` would close the socket for answers too. */
function received(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    socket.once('end', () => resolve(text)).once('error', reject);
  });
}
