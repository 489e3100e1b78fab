import { Endings } from '@slipway/apimachinery/endings';
import { type ApiServer, startApiServer } from '@slipway/apiserver';
import type { Controllers } from '../controllers/index.ts';
import type { Nodes } from '../kubelet/index.ts';
import type { LocalClusterOptions } from '../options.ts';
import { STANDARD_CLASS } from './storage.ts';
import { startWorkers } from './workers.ts';

/** A running cluster. Its owner stops it; nothing of it outlives that. */
export interface LocalCluster extends ApiServer {
  /** Those behind the API, where they were asked for. They stop with the cluster. */
  readonly controllers: Controllers | undefined;
  /** The nodes that were asked for: their rules, their loss, ways to Services. They stop with the cluster. */
  readonly nodes: Nodes | undefined;
}

export async function startLocalCluster(options: LocalClusterOptions = {}): Promise<LocalCluster> {
  const ends = new Endings();
  try {
    return await start(options, ends);
  } catch (error) {
    return ends.rollBack(error);
  }
}

/** What is begun is added to `ends` at once: a start that fails half way leaves nothing behind. */
async function start(options: LocalClusterOptions, ends: Endings): Promise<LocalCluster> {
  const { nodes: wanted } = options;
  const hasControllers = options.controllers ?? wanted !== undefined;
  const server = await startApiServer({
    ...options,
    serviceAccounts: options.serviceAccounts ?? hasControllers,
    housekeeping: hasControllers,
    // Whether there are nodes decides whether there is storage.
    ...(wanted !== undefined && { objects: [STANDARD_CLASS] }),
  });
  ends.add(server.stop.bind(server));
  const hasWorkers = hasControllers || wanted !== undefined;
  const workers = hasWorkers
    ? await startWorkers({
        ...options,
        hasControllers,
        kubeconfig: server.kubeconfig,
        fetch: server.fetch,
        rootCa: server.caPem,
        clock: server.clock,
        random: options.random ?? Math.random,
      })
    : undefined;
  ends.add(() => workers?.stop());
  const nodes = workers?.nodes;
  if (nodes) {
    server.addPodLogs((request) => nodes.logs(request));
    server.addPodAddresses((pod) => nodes.addressOf(pod));
  }
  // The handle of the server, which is nobody else's, becomes that of the cluster.
  return Object.assign(server, { controllers: workers?.controllers, nodes, stop: () => ends.run() });
}
