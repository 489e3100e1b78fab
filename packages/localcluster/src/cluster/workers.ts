import { join } from 'node:path';
import type { Clock } from '../clock/index.ts';
import type { Nodes } from '../kubelet/index.ts';
import type { LocalClusterOptions } from '../options.ts';

export interface WorkersOptions extends Pick<LocalClusterOptions, 'nodes' | 'kubelet' | 'processes' | 'folder'> {
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
  const { kubeconfig, clock, random, nodes: wanted = 0, processes, folder } = options;
  const [{ startNodes }, { startScheduler }] = await Promise.all([
    import('../kubelet/index.ts'),
    import('../scheduler/index.ts'),
  ]);
  const surroundings = { kubeconfig, clock, random };
  const { rules = [] } = options.kubelet ?? {};
  const [scheduler, nodes] = await Promise.all([
    startScheduler(surroundings),
    startNodes({
      ...surroundings,
      nodes: wanted,
      rules,
      ...(processes && { processes }),
      ...(folder !== undefined && { claimsFolder: join(folder, 'claims') }),
    }),
  ]);
  return {
    nodes,
    async stop() {
      await Promise.all([scheduler.stop(), nodes.stop()]);
    },
  };
}
