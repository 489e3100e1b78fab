import { join } from 'node:path';
import type { Clock } from '@slipway/apimachinery/clock';
import { Endings } from '@slipway/apimachinery/endings';
import type { InProcessFetch } from '@slipway/apiserver';
import type { Controllers } from '../controllers/index.ts';
import type { Nodes } from '../kubelet/index.ts';
import type { LocalClusterOptions } from '../options.ts';

export interface WorkersOptions
  extends Pick<LocalClusterOptions, 'nodes' | 'kubelet' | 'processes' | 'folder' | 'logger'> {
  /** Whether controllers run. */
  readonly hasControllers: boolean;
  readonly kubeconfig: string;
  readonly fetch: InProcessFetch;
  readonly rootCa: string;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Controllers, and nodes with what places pods on them where they are asked for: clients in the server's process. */
export interface Workers {
  readonly controllers: Controllers | undefined;
  readonly nodes: Nodes | undefined;
  stop(): Promise<void>;
}

/** Loaded when wanted: a cluster without them starts in milliseconds. They share one handle, so each kind has one watch. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const {
    kubeconfig,
    fetch,
    clock,
    random,
    logger,
    nodes: wanted,
    processes,
    folder,
    rootCa,
    hasControllers,
  } = options;
  const [{ connectWithin, startControllers }, kubelet, scheduler] = await Promise.all([
    import('../controllers/index.ts'),
    wanted === undefined ? undefined : import('../kubelet/index.ts'),
    wanted === undefined ? undefined : import('../scheduler/index.ts'),
  ]);
  const surroundings = { clock, random, ...(logger && { logger }) };
  const cluster = await connectWithin({ kubeconfig, fetch, ...surroundings });
  const ends = new Endings();
  ends.add(() => cluster.close());
  const ended = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    ends.add(() => started.stop());
    return started;
  };
  const given = { ...surroundings, cluster };
  const nodes = kubelet?.startNodes({
    ...given,
    nodes: wanted ?? 0,
    rules: options.kubelet?.rules ?? [],
    ...(processes && { processes }),
    ...(folder !== undefined && { claimsFolder: join(folder, 'claims') }),
  });
  const starting = [
    // Quotas are counted where writes are admitted: a cache that is behind would give away places twice.
    hasControllers
      ? ended(startControllers({ ...given, rootCa, except: ['resourcequota'] }))
      : Promise.resolve(undefined),
    nodes ? ended(nodes) : Promise.resolve(undefined),
    scheduler ? ended(scheduler.startScheduler(given)) : Promise.resolve(undefined),
  ] as const;
  try {
    const [controllers, running] = await Promise.all(starting);
    return { controllers, nodes: running, stop: () => ends.run() };
  } catch (error) {
    // Of several that start at once, the others may come up after one has failed.
    await Promise.allSettled(starting);
    return ends.rollBack(error);
  }
}
