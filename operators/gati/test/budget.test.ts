import { connect } from '@slipway/kube';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';
import { FakeClock, FaultProxy, installDefinition } from '@slipway/runtime/testing';
import { KubernetesTarget } from '@slipway/targets';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addControllers } from '../src/controllers/index.ts';
import { GatiHandlerKind, gatiHandlers, gatiModules, gatiVersions } from '../src/types/index.ts';
import { idlePrometheus } from './crashes/idle-prometheus.ts';

const HOUR = 3_600_000;

describe('what a handler costs the API server', () => {
  let local: LocalCluster;
  beforeAll(async () => {
    local = await startLocalCluster({ nodes: 2 });
    const admin = await connect({ text: local.kubeconfig });
    for (const { manifest } of [gatiHandlers, gatiModules, gatiVersions])
      await installDefinition(admin.client, manifest as never);
    await admin.close();
  });
  afterAll(() => local?.stop());

  /** An operator whose requests are counted and whose time is moved. */
  const startOperator = async () => {
    const clock = new FakeClock();
    const proxy = await FaultProxy.start({ upstream: local.kubeconfig });
    const cluster = await connect({ text: proxy.kubeconfig, clock });
    const manager = await createManager({ cluster, clock, metrics: false, health: false });
    const target = await KubernetesTarget.open({ cluster, manager: 'gati-operator' });
    const added = addControllers(manager, { target, prometheus: idlePrometheus() });
    await manager.start();
    onTestFinished(async () => {
      await manager.stop();
      await added.close();
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
        // Caches list and watch collections: what that costs does not depend on how many handlers there are.
        if (verb === 'watch' || verb === 'list' || resource === 'events' || resource === '') continue;
        const what = `${verb} ${resource}${subresource ? `/${subresource}` : ''}`;
        counts[what] = (counts[what] ?? 0) + 1;
      }
      seen = proxy.log.entries.length;
      return counts;
    };
    return { client: cluster.client, clock, pass, requests };
  };

  it('G-201 G-202 G-96: from its creation on each object is written once, and settled it costs nothing for an hour', async () => {
    const { client, clock, pass, requests } = await startOperator();
    requests();
    const ref = { namespace: 'default', name: 'users' };
    await client.create(GatiHandlerKind, {
      metadata: ref,
      spec: { handlerPath: '/users', version: 'v1', replicas: 2, image: 'users:v1', port: 8080 },
    });
    const isDone = (): boolean => {
      const status = client.get(GatiHandlerKind, ref)?.status;
      const { state } = (status?.rollout ?? {}) as { state?: { phase?: string } };
      return status?.phase === 'Running' && state?.phase === 'Succeeded';
    };
    await pass(isDone, 1_000, HOUR);
    const end = clock.now() + 10 * 60_000;
    await pass(() => clock.now() >= end, 5_000, HOUR);
    const cost = requests();
    const { 'patch gatihandlers/status': ofHandler = 0, 'patch gativersions/status': ofVersion = 0, ...rest } = cost;
    expect(rest).toEqual({
      'create gatihandlers': 1,
      'create gativersions': 1,
      'patch deployments': 1,
      // Its own, and the stable one: made before there are pods, then told what it is given.
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
    // Each step of the rollout and of its pods is told once.
    expect(ofHandler).toBeLessThanOrEqual(10);
    expect(ofVersion).toBeLessThanOrEqual(6);

    const later = clock.now() + HOUR;
    await pass(() => clock.now() >= later, 10_000, 2 * HOUR);
    expect(requests()).toEqual({});
  });
});
