import type { AnyKind, AnyObject, DeepReadonly, ObjectOf } from '@slipway/kube';
import { createLiveReader, createWriter, type LiveReader, type Writer } from '@slipway/kube/client';
import { loadKubeconfig } from '@slipway/kube/config';
import { ConfigMap } from '@slipway/kube/kinds';
import { FakeClock, FaultProxy, faultSeed, type LoggedRequest, seededRandom } from '@slipway/kube/testing';
import { createTransport, type Transport, type TransportOptions } from '@slipway/kube/transport';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { onTestFailed, onTestFinished } from 'vitest';
import { loopbackCertificate } from './scripted-server.ts';

/**
 * A client under test behind a fault proxy, with a clock of its own, and the world beside it: a
 * second client that goes to the server directly and is never disturbed.
 */
export interface Rig {
  readonly clock: FakeClock;
  readonly proxy: FaultProxy;
  readonly namespace: string;
  readonly random: () => number;
  /** Through the proxy, by the fake clock. */
  readonly transport: Transport;
  /** Another client through the proxy. */
  connect(
    kubeconfig: { readonly text?: string; readonly path?: string },
    options?: TransportOptions,
  ): Promise<Transport>;
  /** Past the proxy, in real time. */
  readonly world: Writer & LiveReader;
  /** Lets fake time pass in small steps, real I/O going on between them. */
  pass(ms: number): Promise<void>;
  /** Lets fake time pass until it holds. */
  passUntil(condition: () => unknown, limits?: { readonly limitMs?: number; readonly stepMs?: number }): Promise<void>;
}

export async function startRig(cluster: TestCluster, seed = faultSeed()): Promise<Rig> {
  onTestFailed(() => console.error(`Repeat with SLIPWAY_FAULT_SEED=${seed}`));
  const random = seededRandom(seed);
  const clock = new FakeClock();
  const proxy = await FaultProxy.start({ upstream: cluster.kubeconfig, certificate: loopbackCertificate(), clock });
  const direct = createTransport(await loadKubeconfig({ text: cluster.kubeconfig }));
  const opened: Transport[] = [direct];
  onTestFinished(async () => {
    await Promise.all(opened.map((transport) => transport.close()));
    await proxy.stop();
  });
  const connect: Rig['connect'] = async (kubeconfig, options = {}) => {
    const transport = createTransport(await loadKubeconfig(kubeconfig), { clock, random, ...options });
    opened.push(transport);
    return transport;
  };
  // Settled for a few turns of the event loop: a request that has just been begun is not seen at once.
  let quietTurns = 0;
  const ready = (): boolean => {
    quietTurns = proxy.isSettled ? quietTurns + 1 : 0;
    if (quietTurns < 4) return false;
    quietTurns = 0;
    return true;
  };
  return {
    clock,
    proxy,
    random,
    connect,
    namespace: await freshNamespace(cluster),
    transport: await connect({ text: proxy.kubeconfig }),
    world: { ...createWriter(direct), ...createLiveReader(direct) },
    async pass(ms) {
      const end = clock.now() + ms;
      await clock.advanceUntil(() => clock.now() >= end, { stepMs: Math.min(500, ms), limitMs: ms, ready });
    },
    async passUntil(condition, { limitMs = 300_000, stepMs = 500 } = {}) {
      const end = clock.now() + limitMs;
      let holds = false;
      const check = (): boolean => (holds ||= Boolean(condition()));
      await clock.advanceUntil(() => check() || clock.now() >= end, { stepMs, limitMs, ready });
      // What is still on its way from a busy server needs real time, not more of the fake one.
      await clock.until(check, { what: `${condition.toString()} within ${limitMs} ms` });
    },
  };
}

export function configMap(rig: Rig, name: string, data: Record<string, string> = {}): ObjectOf<typeof ConfigMap> {
  return { metadata: { name, namespace: rig.namespace }, data };
}

/** What a cache and a server have in common when they agree: every object at its version. */
export function versions(objects: Iterable<DeepReadonly<AnyObject>>): Record<string, string> {
  const entries = [...objects].map(({ metadata }) => [metadata?.name ?? '', metadata?.resourceVersion ?? ''] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same of the server, read past the proxy. */
export async function serverVersions(
  { world, namespace }: Rig,
  kind: AnyKind = ConfigMap,
  labelSelector?: string,
): Promise<Record<string, string>> {
  const scope = kind.scope === 'Cluster' ? {} : { namespace };
  return versions(await world.listAll(kind, { ...scope, ...(labelSelector && { labelSelector }) }));
}

/** What the client asked for, in the words of the rules. */
export type Asked = 'sync' | 'page' | 'probe' | 'watch';

export function asked({ verb, query }: LoggedRequest): Asked {
  if (verb === 'watch') return query.get('sendInitialEvents') === 'true' ? 'sync' : 'watch';
  if (query.get('limit') === '1') return 'probe';
  return query.has('continue') ? 'page' : 'sync';
}
