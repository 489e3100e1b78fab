import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ContestantProcess, withContestant } from '../contestants/index.ts';
import { type Cores, onContestantCore } from '../ground/index.ts';
import { Client } from './client.ts';
import type { Server, ServerKind } from './server.ts';

const PROGRAM = fileURLToPath(new URL('../peers/slipway/local-clusters.mjs', import.meta.url));

export interface LocalClustersOptions {
  readonly cores: Cores;
  /** @default 1 */
  readonly clusters?: number;
  /** @default none */
  readonly nodes?: number;
}

/** A process that can start clusters, and did not yet. */
export interface LocalClusters {
  readonly process: ContestantProcess;
  /** Starts them, one after the other; returns who talks to each. */
  readonly start: () => Promise<readonly Client[]>;
  /** Of each that was started. */
  readonly kubeconfigs: () => Promise<readonly string[]>;
}

/** Runs a process for clusters and ends it whatever comes. */
export async function withLocalClusters<T>(
  { cores, clusters = 1, nodes }: LocalClustersOptions,
  use: (running: LocalClusters) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-localcluster-'));
  const asked = [`--folder=${folder}`, `--clusters=${clusters}`, ...(nodes === undefined ? [] : [`--nodes=${nodes}`])];
  const command = onContestantCore(cores, [process.execPath, '--expose-gc', PROGRAM, ...asked]);
  const clients: Client[] = [];
  const kubeconfigs = (): Promise<string[]> =>
    Promise.all(Array.from({ length: clusters }, (_, index) => readFile(join(folder, `${index}.kubeconfig`), 'utf8')));
  try {
    return await withContestant(command, (process) =>
      use({
        process,
        kubeconfigs,
        async start() {
          await process.sync();
          clients.push(...(await kubeconfigs()).map((text) => new Client(text)));
          return clients;
        },
      }),
    );
  } finally {
    for (const client of clients) client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One cluster in a process of its own; loading the code is part of its start. */
export function localServer(cores: Cores): ServerKind {
  return {
    name: 'localcluster',
    start() {
      const startedAt = performance.now();
      return new Promise<Server>((resolve, reject) => {
        const ended = withLocalClusters({ cores }, async ({ process, start }) => {
          const [client] = (await start()) as [Client];
          if (!(await client.isReady())) throw new Error('The cluster started and is not ready.');
          const startMs = performance.now() - startedAt;
          await new Promise<void>((release) => {
            const stop = async (): Promise<void> => {
              release();
              await ended;
            };
            resolve({ client, pids: [process.pid], startMs, stop });
          });
        });
        ended.catch(reject);
      });
    },
  };
}
