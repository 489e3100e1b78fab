import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessFacts } from '../contestants/index.ts';
import { formatBytes, formatMs, formatTable } from '../report/index.ts';
import { median } from '../statistics/index.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import type { Client } from './client.ts';
import { withLocalClusters } from './local-server.ts';
import { createDeployment } from './messages.ts';

const NODES = 3;
const POLL_MS = 20;
/** Events of the pods are still written after they are ready. */
const SETTLE_MS = 10_000;
/** Long enough for a Lease of every node. */
const REST_MS = 10_000;

interface Run {
  readonly startMs: number;
  readonly startCpuMs: number;
  readonly residentBytes: number;
  readonly readyMs: number;
  readonly readyCpuMs: number;
  readonly settledBytes: number;
  /** Share of a core. */
  readonly restShare: number;
}

/** A whole cluster: controllers, scheduler and kubelets in the process of the API server. */
export const nodes: Benchmark = {
  name: 'nodes',
  summary: `a cluster with ${NODES} nodes: start to nodes ready, memory, a Deployment of 100 replicas to ready`,
  async run(bench) {
    const { repeats, replicas } = bench.plan;
    const runs: Run[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      bench.onProgress(`${NODES} nodes, ${repeat + 1} of ${repeats}`);
      runs.push(await runOnce(bench));
    }
    const middle = (of: keyof Run): number => median(runs.map((run) => run[of]));
    const rows = [
      ['start of the process to nodes ready', formatMs(middle('startCpuMs')), formatMs(middle('startMs'))],
      [`a Deployment of ${replicas} replicas to ready`, formatMs(middle('readyCpuMs')), formatMs(middle('readyMs'))],
    ];
    const memory = [
      ['memory with nodes ready', formatBytes(middle('residentBytes'))],
      ['memory with the Deployment ready', formatBytes(middle('settledBytes'))],
      ['CPU at rest after that', `${(100 * middle('restShare')).toFixed(1)} % of a core`],
    ];
    return {
      title: `A cluster with ${NODES} nodes (median of ${repeats} processes)`,
      markdown: `${formatTable(['', 'CPU time', 'time'], rows)}\n\n${formatTable(['', ''], memory)}`,
      data: runs,
    };
  },
};

async function runOnce({ cores, plan }: Bench): Promise<Run> {
  const startedAt = performance.now();
  return await withLocalClusters({ cores, nodes: NODES }, async ({ process, start }) => {
    const cpuMs = (): number => readProcessFacts(process.pid).cpuSeconds * 1000;
    const [client] = (await start()) as [Client];
    while ((await readyNodes(client)) < NODES) await sleep(POLL_MS);
    const startMs = performance.now() - startedAt;
    const startCpuMs = cpuMs();
    const { residentBytes } = readProcessFacts(process.pid);
    const createdAt = performance.now();
    await client.send(createDeployment('default', plan.replicas));
    while ((await readyReplicas(client)) < plan.replicas) await sleep(POLL_MS);
    const readyMs = performance.now() - createdAt;
    const readyCpuMs = cpuMs() - startCpuMs;
    const settledBytes = readProcessFacts(process.pid).residentBytes;
    await sleep(SETTLE_MS);
    const cpuBefore = cpuMs();
    await sleep(REST_MS);
    const restShare = (cpuMs() - cpuBefore) / REST_MS;
    return { startMs, startCpuMs, residentBytes, readyMs, readyCpuMs, settledBytes, restShare };
  });
}

interface Conditions {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

async function readyNodes(client: Client): Promise<number> {
  const { items } = (await get(client, '/api/v1/nodes')) as { items: readonly Conditions[] };
  return items.filter(({ status }) =>
    status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True'),
  ).length;
}

async function readyReplicas(client: Client): Promise<number> {
  const path = '/apis/apps/v1/namespaces/default/deployments/bench';
  const { status } = (await get(client, path)) as { status?: { readyReplicas?: number } };
  return status?.readyReplicas ?? 0;
}

async function get(client: Client, path: string): Promise<unknown> {
  return JSON.parse((await client.send({ method: 'GET', path })).toString());
}
