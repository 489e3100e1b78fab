import { join } from 'node:path';
import type { Clock } from '../clock/index.ts';
import { Endings } from '../endings/index.ts';
import type { Nodes } from '../kubelet/index.ts';
import type { LocalClusterOptions } from '../options.ts';

export interface WorkersOptions
  extends Pick<LocalClusterOptions, 'nodes' | 'kubelet' | 'processes' | 'folder' | 'logger'> {
  readonly kubeconfig: string;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Nodes and what places pods on them, in this process. */
export interface Workers {
  readonly nodes: Nodes;
  stop(): Promise<void>;
}

/** Loaded when wanted: a cluster without nodes starts in milliseconds. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { kubeconfig, clock, random, logger, nodes: wanted = 0, processes, folder } = options;
  const [{ startNodes }, { startScheduler }] = await Promise.all([
    import('../kubelet/index.ts'),
    import('../scheduler/index.ts'),
  ]);
  const surroundings = { kubeconfig, clock, random, ...(logger && { logger }) };
  const { rules = [] } = options.kubelet ?? {};
  const ends = new Endings();
  const ended = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    ends.add(() => started.stop());
    return started;
  };
  const starting = [
    ended(startScheduler(surroundings)),
    ended(
      startNodes({
        ...surroundings,
        nodes: wanted,
        rules,
        ...(processes && { processes }),
        ...(folder !== undefined && { claimsFolder: join(folder, 'claims') }),
      }),
    ),
  ] as const;
  try {
    const [, nodes] = await Promise.all(starting);
    return { nodes, stop: () => ends.run() };
  } catch (error) {
    // Of two that start at once, the other may come up after one has failed.
    await Promise.allSettled(starting);
    return ends.rollBack(error);
  }
}
