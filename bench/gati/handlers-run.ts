import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  addControllers,
  GatiHandlerKind,
  GatiVersionKind,
  gatiHandlers,
  gatiModules,
  gatiVersions,
} from '@gati-framework/operator';
import { type Client, type Cluster, connect, Pod } from '@slipway/kube';
import { createManager } from '@slipway/runtime';
import { installDefinition } from '@slipway/runtime/testing';
import { KubernetesTarget } from '@slipway/targets';
import type { Cores } from '../ground/index.ts';
import { withLocalClusters } from '../localcluster/local-server.ts';
import { OperatorTrace } from './operator-trace.ts';

export interface HandlersRunOptions {
  readonly handlers: number;
  readonly idleSeconds: number;
  readonly cores: Cores;
  readonly onProgress: (line: string) => void;
}

export interface HandlersRun {
  readonly handlers: number;
  readonly pods: number;
  readonly readyMs: number;
  readonly requests: { readonly reads: number; readonly writes: number };
  readonly byKind: ReadonlyMap<string, number>;
  readonly reconcileMs: readonly number[];
  readonly ownMs: readonly number[];
  readonly cpuSeconds: number;
  /** What the handlers added. */
  readonly heapBytes: number;
  readonly totalHeapBytes: number;
  readonly idle: { readonly seconds: number; readonly reads: number; readonly writes: number };
}

const NAMESPACE = 'default';
const PODS_PER_NODE = 100;
/** Of three replicas, shared by three versions. */
const PODS_PER_HANDLER = 6;
const POLL_MS = 500;
const AT_ONCE = 16;
/** The last looks, and what caches still hear of them. */
const SETTLE_MS = 35_000;

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
      for (const { manifest } of [gatiHandlers, gatiModules, gatiVersions])
        await installDefinition(person.client, manifest as never);
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
  { handlers, idleSeconds, onProgress }: HandlersRunOptions,
): Promise<HandlersRun> {
  const manager = await createManager({ cluster, metrics: false, health: false });
  const target = await KubernetesTarget.open({ cluster, manager: 'gati-operator' });
  const added = addControllers(manager, { target });
  await manager.start();
  const trace = new OperatorTrace();
  try {
    const emptyHeap = heapBytes();
    trace.start();
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    await trace.aside(() => create(person, handlers));
    onProgress(`created after ${Math.round(performance.now() - startedAt)} ms`);
    let ready = 0;
    while (ready < handlers) {
      await sleep(POLL_MS);
      // By the operator's own cache: asking the server would cost it more than the operator does.
      const now = cluster.client.list(GatiHandlerKind, { namespace: NAMESPACE }).filter(isServing).length;
      if (Math.floor((now * 4) / handlers) > Math.floor((ready * 4) / handlers)) onProgress(`${now} serve`);
      ready = now;
    }
    const readyMs = performance.now() - startedAt;
    const cpu = process.cpuUsage(cpuBefore);
    const { reads, writes, byKind, reconcileMs, ownMs } = trace.take();
    await sleep(SETTLE_MS);
    const totalHeapBytes = heapBytes();
    trace.take();
    await sleep(idleSeconds * 1000);
    const idle = trace.take();
    return {
      handlers,
      pods: cluster.client.list(Pod, { namespace: NAMESPACE }).length,
      readyMs,
      requests: { reads, writes },
      byKind,
      reconcileMs,
      ownMs,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      heapBytes: totalHeapBytes - emptyHeap,
      totalHeapBytes,
      idle: { seconds: idleSeconds, reads: idle.reads, writes: idle.writes },
    };
  } finally {
    trace.stop();
    await manager.stop();
    await added.close();
  }
}

async function create(client: Client, handlers: number): Promise<void> {
  const names = Array.from({ length: handlers }, (_, index) => `handler-${index}`);
  const worker = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      for (const versionId of ['v1', 'v2']) await client.create(GatiVersionKind, versionOf(name, versionId) as never);
      await client.create(GatiHandlerKind, handlerOf(name) as never);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** The target takes what the records of people leave, each after it was good for a while. */
const handlerOf = (name: string): object => ({
  metadata: { namespace: NAMESPACE, name },
  spec: {
    handlerPath: `/${name}`,
    version: 'v3',
    replicas: 3,
    image: 'bench:v3',
    port: 8080,
    rollout: { strategy: 'direct' },
  },
});

const versionOf = (handler: string, versionId: string): object => ({
  metadata: { namespace: NAMESPACE, name: `${handler}-${versionId}` },
  spec: {
    versionId,
    breaking: false,
    routingWeight: 30,
    handlerRef: { name: handler },
    template: { handlerPath: `/${handler}`, image: `bench:${versionId}`, port: 8080 },
  },
});

/** All three versions have their share, and the last rollout is over. */
function isServing({ status }: object & { readonly status?: unknown }): boolean {
  const { versions = [], rollout } = (status ?? {}) as {
    versions?: readonly { weight?: number }[];
    rollout?: { state?: { phase?: string } };
  };
  return (
    versions.length === 3 && versions.every(({ weight = 0 }) => weight > 0) && rollout?.state?.phase === 'Succeeded'
  );
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is in use, without garbage. */
function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
