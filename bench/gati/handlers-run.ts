import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { addControllers, GatiHandlerKind, GatiVersionKind, gatiDefinitions } from '@gati-framework/operator';
import { type Client, type Cluster, connect, installDefinition } from '@slipway/kube';
import { Namespace, Pod } from '@slipway/kube/kinds';
import { createManager } from '@slipway/runtime';
import { KubernetesTarget } from '@slipway/targets';
import type { Cores } from '../ground/index.ts';
import { withLocalClusters } from '../localcluster/local-server.ts';
import { OperatorTrace } from './operator-trace.ts';

export interface HandlersRunOptions {
  readonly handlers: number;
  readonly settleSeconds: number;
  readonly idleSeconds: number;
  readonly cores: Cores;
  readonly onProgress: (line: string) => void;
}

export interface HandlersRun {
  readonly handlers: number;
  readonly pods: number;
  readonly readyMs: number;
  /** From then until nothing was written any more. */
  readonly restMs: number;
  readonly requests: { readonly reads: number; readonly writes: number };
  readonly byKind: ReadonlyMap<string, number>;
  readonly reconcileMs: readonly number[];
  readonly cpuMs: readonly number[];
  readonly cpuSeconds: number;
  /** What the handlers added. */
  readonly heapBytes: number;
  readonly totalHeapBytes: number;
  readonly residentBytes: number;
  readonly idle: {
    readonly seconds: number;
    readonly reads: number;
    readonly writes: number;
    readonly reconciles: number;
  };
}

/** Teams: the controllers of a cluster look through all pods of a namespace for each of its Services. */
const HANDLERS_PER_NAMESPACE = 25;
/** A node has eight cores, a pod asks for a tenth of one: fewer than the 80 that fit, so that none waits for room. */
const PODS_PER_NODE = 70;
/** At most at once: three replicas shared by three versions, and those that the version before still gives back. */
const PODS_PER_HANDLER = 8;
const POLL_MS = 500;
/** Longer than any step of a fleet that moves. */
const STUCK_AFTER_MS = 300_000;
const RESTLESS_AFTER_MS = 1_800_000;
const AT_ONCE = 16;

/** Creates handlers with two records of people beside the target each, and waits until all of them serve. */
export function runHandlers(options: HandlersRunOptions): Promise<HandlersRun> {
  const { handlers, cores } = options;
  const nodes = Math.ceil((handlers * PODS_PER_HANDLER) / PODS_PER_NODE) + 1;
  return withLocalClusters({ cores, nodes }, async ({ start, kubeconfigs }) => {
    await start();
    const [text = ''] = await kubeconfigs();
    const person = await connect({ text, name: 'person' });
    const cluster = await connect({ text });
    try {
      for (const { manifest } of gatiDefinitions) await installDefinition(person.client, manifest);
      return await measured(cluster, person.client, options);
    } finally {
      await cluster.close();
      await person.close();
    }
  });
}

async function measured(
  cluster: Cluster,
  person: Client,
  { handlers, settleSeconds, idleSeconds, onProgress }: HandlersRunOptions,
): Promise<HandlersRun> {
  const manager = await createManager({ cluster, metrics: false, health: false });
  const target = await KubernetesTarget.open({ cluster, manager: 'gati-operator' });
  addControllers(manager, { target });
  await manager.start();
  const trace = new OperatorTrace();
  try {
    const emptyHeap = heapBytes();
    trace.start();
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    await trace.aside(() => create(person, handlers));
    onProgress(`created after ${Math.round(performance.now() - startedAt)} ms`);
    await allServe(cluster.client, trace, { handlers, onProgress });
    const readyMs = performance.now() - startedAt;
    const cpu = process.cpuUsage(cpuBefore);
    const { reads, writes, byKind, reconcileMs, cpuMs } = trace.take();
    onProgress(`all after ${Math.round(readyMs)} ms: ${reconcileMs.length} reconciles, ${writes} writes; settling`);
    await sleep(settleSeconds * 1000);
    await atRest(trace, settleSeconds);
    const restMs = performance.now() - startedAt - readyMs;
    onProgress(`at rest after ${Math.round(restMs)} ms more`);
    const totalHeapBytes = heapBytes();
    const residentBytes = process.memoryUsage.rss();
    trace.take();
    await sleep(idleSeconds * 1000);
    const idle = trace.take();
    return {
      handlers,
      pods: cluster.client.list(Pod, {}).length,
      readyMs,
      restMs,
      requests: { reads, writes },
      byKind,
      reconcileMs,
      cpuMs,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      heapBytes: totalHeapBytes - emptyHeap,
      totalHeapBytes,
      residentBytes,
      idle: {
        seconds: idleSeconds,
        reads: idle.reads,
        writes: idle.writes,
        reconciles: idle.reconcileMs.length,
      },
    };
  } finally {
    trace.stop();
    await manager.stop();
  }
}

/** Looks at the operator's own cache: asking the server would cost it more than the operator does. */
async function allServe(
  client: Client,
  trace: OperatorTrace,
  { handlers, onProgress }: Pick<HandlersRunOptions, 'handlers' | 'onProgress'>,
): Promise<void> {
  let [ready, written, movedAt] = [0, 0, performance.now()];
  while (ready < handlers) {
    await sleep(POLL_MS);
    const now = client.list(GatiHandlerKind, {}).filter(isServing).length;
    if (Math.floor((now * 4) / handlers) > Math.floor((ready * 4) / handlers)) onProgress(`${now} serve`);
    if (now > ready || trace.writes > written) movedAt = performance.now();
    [ready, written] = [now, trace.writes];
    if (performance.now() - movedAt < STUCK_AFTER_MS) continue;
    const waiting = client.list(Pod, {}).filter(({ spec }) => !spec?.nodeName).length;
    throw new Error(
      `${ready} of ${handlers} handlers serve and nothing was written for five minutes; ${waiting} pods wait for a node.`,
    );
  }
}

/** A fleet whose cluster is slow comes to rest late; one that never does is broken. */
async function atRest(trace: OperatorTrace, settleSeconds: number): Promise<void> {
  const quietMs = Math.min(60, settleSeconds) * 1000;
  const startedAt = performance.now();
  for (let written = -1; trace.writes !== written; await sleep(quietMs)) {
    if (performance.now() - startedAt > RESTLESS_AFTER_MS)
      throw new Error(`The operator still writes half an hour after it should rest: ${trace.writes - written} writes.`);
    written = trace.writes;
  }
}

async function create(client: Client, handlers: number): Promise<void> {
  const refs = Array.from({ length: handlers }, (_, index) => ({
    namespace: `team-${Math.floor(index / HANDLERS_PER_NAMESPACE)}`,
    name: `handler-${index}`,
  }));
  for (const namespace of new Set(refs.map((ref) => ref.namespace)))
    await client.create(Namespace, { metadata: { name: namespace } });
  const worker = async (): Promise<void> => {
    for (let ref = refs.pop(); ref !== undefined; ref = refs.pop()) {
      for (const versionId of ['v1', 'v2']) await client.create(GatiVersionKind, versionOf(ref, versionId) as never);
      await client.create(GatiHandlerKind, handlerOf(ref) as never);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

interface HandlerRef {
  readonly namespace: string;
  readonly name: string;
}

/** The target takes what the records of people leave, each after it was good for a while. */
const handlerOf = (ref: HandlerRef): object => ({
  metadata: ref,
  spec: {
    handlerPath: `/${ref.name}`,
    version: 'v3',
    replicas: 3,
    image: 'bench:v3',
    port: 8080,
    // A cluster that has all to do at once takes longer over a pod than a rollout would wait for it. Watching a rollout
    // after its end costs waiting alone.
    rollout: { strategy: 'direct', progressDeadline: '2h', rollbackWindow: '1m' },
  },
});

const versionOf = ({ namespace, name }: HandlerRef, versionId: string): object => ({
  metadata: { namespace, name: `${name}-${versionId}` },
  spec: {
    versionId,
    breaking: false,
    routingWeight: 30,
    handlerRef: { name },
    template: { handlerPath: `/${name}`, image: `bench:${versionId}`, port: 8080 },
  },
});

/** All three versions have their share, and the last rollout is over. */
function isServing({ status }: object & { readonly status?: unknown }): boolean {
  const { versions = [], rollout } = (status ?? {}) as {
    versions?: readonly { weight?: number }[];
    rollout?: { phase?: string };
  };
  return versions.length === 3 && versions.every(({ weight = 0 }) => weight > 0) && rollout?.phase === 'Succeeded';
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is in use, without garbage. */
function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
