import { Endings } from '@slipway/apimachinery/endings';
import { type Clock, type Cluster, connect, type Logger, realClock, silentLogger } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import type { Rule } from './behaviour/index.ts';
import { Kubelet } from './kubelet.ts';
import type { Verdict } from './lifecycle/index.ts';
import { Heartbeats, type NodesOption, planNodes } from './nodes/index.ts';
import { type LogLine, type LogQuery, type ProcessesOption, ProcessRuntime } from './processes/index.ts';
import { SimulatedRuntime } from './runtime.ts';
import { ServiceProxy } from './services/index.ts';

export type StartNodesOptions = (
  | { /** Kubeconfig (YAML) of a user who may write nodes, leases, pods and events. */ readonly kubeconfig: string }
  | { /** An open cluster, whose caches they share; it stays the caller's to close. */ readonly cluster: Cluster }
) & {
  /** @default 3 */
  readonly nodes?: NodesOption;
  /** What containers do, the first match decides. @default they start at once and run, ready */
  readonly rules?: readonly Rule[];
  /** Images that stand for commands of this machine: their containers run as processes (L-23). @default none */
  readonly processes?: ProcessesOption;
  /** Keeps what process pods write to their claims in this folder. @default gone when the nodes stop */
  readonly claimsFolder?: string;
  /** @default the machine's time */
  readonly clock?: Clock;
  /** @default Math.random */
  readonly random?: () => number;
  readonly logger?: Logger;
  /** Ends the nodes when it fires, as `stop` does. */
  readonly signal?: AbortSignal;
};

/** Running nodes. */
export interface Nodes {
  /** By name, as registered. */
  readonly names: readonly string[];
  /** The rules of now. Setting them takes effect at once, on running containers too. */
  rules: readonly Rule[];
  /** Silences a node: no heartbeats, no word about its pods. */
  lose(node: string): void;
  /** Ends that silence. */
  restore(node: string): Promise<void>;
  /** Fails a pod as a node under pressure does. */
  evict(pod: { readonly namespace: string; readonly name: string }, verdict?: Partial<Verdict>): void;
  /** What a container of a process pod wrote; undefined for any other. */
  logs(query: LogQuery): AsyncIterable<LogLine> | undefined;
  /** Where a port of a process pod is listened on, or any of them; undefined for any other pod. */
  addressOf(pod: { readonly uid: string; readonly port?: number }): { host: string; port: number } | undefined;
  /**
   * Where this machine reaches a Service: `127.0.0.1:port`, led to its ready endpoints in turn.
   * `port` is a name or a number of the Service's ports. @default the first
   */
  serviceAddress(namespace: string, name: string, port?: string | number): Promise<string>;
  /** Ends the heartbeats and everything that runs. Objects stay as they are. Safe to call twice. */
  stop(): Promise<void>;
}

/** Others are no affair of a kubelet. */
const BOUND_PODS = { fieldSelector: 'spec.nodeName!=' };

const EVICTION: Verdict = {
  reason: 'Evicted',
  message: 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi.',
};

/**
 * Brings nodes to a cluster and runs the pods that are bound to them (L-21, L-22). It is a client like
 * any other: the cluster may be localcluster or a real control plane.
 */
export async function startNodes(options: StartNodesOptions): Promise<Nodes> {
  const { clock = realClock, logger = silentLogger, random = Math.random } = options;
  const plans = planNodes(options.nodes ?? 3);
  const operator = { name: 'kubelet', version: '1.36.4' };
  const cluster =
    'cluster' in options
      ? options.cluster.share({ operator })
      : await connect({ text: options.kubeconfig, clock, logger, random, operator });
  const ends = new Endings();
  ends.add(() => cluster.close());
  try {
    return await bring(options, { cluster, plans, clock, logger, random }, ends);
  } catch (error) {
    return ends.rollBack(error);
  }
}

interface Surroundings {
  readonly cluster: Cluster;
  readonly plans: ReturnType<typeof planNodes>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
}

async function bring(options: StartNodesOptions, surroundings: Surroundings, ends: Endings): Promise<Nodes> {
  const { cluster, plans, clock, logger, random } = surroundings;
  const ending = new AbortController();
  const lost = new Set<string>();
  const isLost = (name: string): boolean => lost.has(name);
  const simulated = new SimulatedRuntime(options.rules ?? []);
  const processes =
    options.processes &&
    (await ProcessRuntime.create({
      cluster,
      processes: options.processes,
      claimsFolder: options.claimsFolder,
      others: simulated,
      clock,
      random,
      hostIPOf: (node) => plans.find(({ name }) => name === node)?.hostIP ?? '',
      changed: (pod) => kubelet.look(pod),
      tell: (pod, reason, note) => kubelet.warn(pod, reason, note),
    }));
  const runtime = processes ?? simulated;
  const heartbeats = new Heartbeats({ cluster, plans, isLost, clock, logger, signal: ending.signal });
  const pods = cluster.cache(Pod, 'cluster' in options ? {} : BOUND_PODS);
  const kubelet = new Kubelet({ cluster, pods, plans, runtime, isLost, clock, logger });

  // Opened when asked for: most clusters of tests never are.
  let services: ServiceProxy | undefined;
  let beating: Promise<void> = Promise.resolve();
  ends.add(
    () => beating,
    () => services?.close(),
    () => kubelet.stop(),
    () => ending.abort(),
  );
  const stop = (): Promise<void> => ends.run();
  await Promise.all([heartbeats.register(), pods.waitForSync({ signal: ending.signal })]);
  beating = heartbeats.run();
  kubelet.start();
  options.signal?.addEventListener('abort', () => void stop(), { once: true });
  if (options.signal?.aborted) await stop();

  return {
    names: plans.map(({ name }) => name),
    get rules() {
      return simulated.rules;
    },
    set rules(rules) {
      simulated.rules = rules;
      kubelet.lookAtAll();
    },
    lose: (node) => void lost.add(node),
    async restore(node) {
      const plan = plans.find(({ name }) => name === node);
      if (!plan || !lost.delete(node)) return;
      await heartbeats.revive(plan);
      kubelet.lookAtAll(node);
    },
    evict: (pod, verdict = {}) => kubelet.evict(pod, { ...EVICTION, ...verdict }),
    serviceAddress(namespace, name, port) {
      services ??= new ServiceProxy(cluster);
      return services.address(namespace, name, port);
    },
    logs: (query) => processes?.logs(query),
    addressOf: ({ uid, port }) => processes?.addressOf(uid, port),
    stop,
  };
}
