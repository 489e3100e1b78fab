import { connect, installDefinition } from '@slipway/kube';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';
import { FakeClock, FaultProxy } from '@slipway/runtime/testing';
import { KubernetesTarget } from '@slipway/targets';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addControllers } from '../src/controllers/index.ts';
import { GatiHandlerKind, GatiVersionKind, gatiDefinitions } from '../src/types/index.ts';
import { idlePrometheus } from './crashes/idle-prometheus.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('what a handler costs the API server', () => {
  let local: LocalCluster;
  beforeAll(async () => {
    local = await startLocalCluster({ nodes: 2 });
    const admin = await connect({ text: local.kubeconfig });
    for (const { manifest } of gatiDefinitions) await installDefinition(admin.client, manifest);
    await admin.close();
  });
  afterAll(() => local?.stop());

  /** An operator whose requests are counted and whose time is moved. */
  const startOperator = async () => {
    const clock = new FakeClock();
    const proxy = await FaultProxy.start({ upstream: local.kubeconfig });
    const cluster = await connect({ text: proxy.kubeconfig, clock });
    const manager = await createManager({ cluster, clock, metrics: false, health: false, logLevel: 'silent' });
    const target = await KubernetesTarget.open({ cluster, manager: 'gati-operator' });
    addControllers(manager, { target, prometheus: idlePrometheus() });
    await manager.start();
    onTestFinished(async () => {
      await manager.stop();
      await cluster.close();
      await proxy.stop();
    });
    let turns = 0;
    // A request that is just begun is not seen at once.
    const ready = (): boolean => (turns = proxy.isSettled ? turns + 1 : 0) % 5 === 4;
    const pass = (until: () => boolean, stepMs: number, limitMs: number): Promise<unknown> =>
      clock.advanceUntil(until, { stepMs, limitMs, ready });
    /** Requests by what they are, since the last time. */
    let seen = 0;
    const requests = (): Record<string, number> => {
      const counts: Record<string, number> = {};
      for (const { verb, resource, subresource } of proxy.log.entries.slice(seen)) {
        // Caches list and watch collections, however many handlers there are: more often here than elsewhere, since the
        // server's bookmarks come by the real clock.
        if (verb === 'watch' || verb === 'list' || resource === '') continue;
        const what = `${verb} ${resource}${subresource ? `/${subresource}` : ''}`;
        counts[what] = (counts[what] ?? 0) + 1;
      }
      seen = proxy.log.entries.length;
      return counts;
    };
    const passFor = async (ms: number, stepMs: number): Promise<void> => {
      const end = clock.now() + ms;
      await pass(() => clock.now() >= end, stepMs, 2 * ms);
    };
    return { client: cluster.client, pass, passFor, requests };
  };

  interface Seen {
    readonly phase?: string;
    readonly versions?: readonly { readonly weight?: number }[];
    readonly rollout?: { readonly phase?: string };
  }

  it('G-201 G-202 G-96: from its creation on each object is written once, and settled it costs nothing for an hour', async () => {
    const { client, pass, passFor, requests } = await startOperator();
    requests();
    const ref = { namespace: 'default', name: 'users' };
    await client.create(GatiHandlerKind, {
      metadata: ref,
      spec: { handlerPath: '/users', version: 'v1', replicas: 2, image: 'users:v1', port: 8080 },
    });
    const isDone = (): boolean => {
      const { phase, rollout } = (client.get(GatiHandlerKind, ref)?.status ?? {}) as Seen;
      return phase === 'Running' && rollout?.phase === 'Succeeded';
    };
    await pass(isDone, 1_000, HOUR);
    await passFor(10 * MINUTE, 10_000);
    const {
      'patch gatihandlers/status': ofHandler = 0,
      'patch gativersions/status': ofVersion = 0,
      'create events': _told,
      'patch events': _again,
      ...rest
    } = requests();
    expect(rest).toEqual({
      'create gatihandlers': 1,
      'create gativersions': 1,
      'patch deployments': 1,
      // Its own, and the stable one: made before there are pods, then given its share.
      'patch services': 3,
      'patch configmaps': 1,
      'patch poddisruptionbudgets': 1,
      // Finalizer of the handler; weight of the version.
      'patch gatihandlers': 1,
      'patch gativersions': 1,
      // The record of the set.
      'get configmaps': 1,
      'create configmaps': 1,
      'update configmaps': 2,
    });
    // Each step of the rollout and of its pods is reported once.
    expect(ofHandler).toBeLessThanOrEqual(10);
    expect(ofVersion).toBeLessThanOrEqual(6);

    // Beside it, one with three versions that share the traffic.
    const beside = { namespace: 'default', name: 'orders' };
    for (const versionId of ['v1', 'v2']) {
      await client.create(GatiVersionKind, {
        metadata: { namespace: beside.namespace, name: `orders-${versionId}` },
        spec: {
          versionId,
          breaking: false,
          routingWeight: 30,
          handlerRef: { name: beside.name },
          template: { handlerPath: '/orders', image: `orders:${versionId}`, port: 8080 },
        },
      });
    }
    await client.create(GatiHandlerKind, {
      metadata: beside,
      spec: {
        handlerPath: '/orders',
        version: 'v3',
        replicas: 3,
        image: 'orders:v3',
        port: 8080,
        rollout: { strategy: 'direct' },
      },
    });
    const isShared = (): boolean => {
      const { versions = [], rollout } = (client.get(GatiHandlerKind, beside)?.status ?? {}) as Seen;
      const haveAll = versions.length === 3 && versions.every(({ weight = 0 }) => weight > 0);
      return haveAll && rollout?.phase === 'Succeeded';
    };
    await pass(isShared, 2_000, HOUR);
    // A rollout is watched after its end; after that a version asks for what its share needs.
    await passFor(15 * MINUTE, 30_000);
    requests();
    await passFor(HOUR, 30_000);
    expect(requests()).toEqual({});
  });
});
