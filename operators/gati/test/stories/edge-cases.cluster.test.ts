import { ConfigMap, Deployment, Service } from '@slipway/kube/kinds';
import { FaultProxy } from '@slipway/runtime/testing';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { expect, it, onTestFinished } from 'vitest';
import { versionObjectName } from '../../src/names/index.ts';
import { idlePrometheus } from '../crashes/idle-prometheus.ts';
import { handlerText, LONG_STEP } from '../handler-text.ts';
import { MovingClock } from '../moving-clock.ts';
import { conditionOf, rolloutOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

const MINUTE = 60_000;
const DIRECT = 'strategy: direct\nrollbackWindow: 1s\nsteps: [{ weight: 100, pause: 1s }]';

async function proxyTo({ kubeconfig }: TestCluster): Promise<FaultProxy> {
  const proxy = await FaultProxy.start({ upstream: kubeconfig });
  onTestFinished(() => proxy.stop());
  return proxy;
}

describeOperator('an API server that is away for a minute', (start, cluster) => {
  it('G-154 G-89: in the middle of a canary decides nothing; the step goes on when it is back', async () => {
    const proxy = await proxyTo(cluster());
    const clock = new MovingClock();
    const rig = await start({ operatorKubeconfig: proxy.kubeconfig, clock });
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    await proxy.down();
    clock.move(20 * MINUTE);
    await proxy.up();
    // Longer than its pause by the clock, and not long enough since it is watched again.
    expect(rolloutOf((await rig.look('users', 19)).status)).toMatchObject({
      plan: { to: 'v2' },
      state: { stage: 0, phase: 'Verifying' },
    });
    clock.move(MINUTE + 1_000);
    await rig.look('users', 18);
    await rig.untilStable('users', 'v2');
  });

  it('G-154 G-92: in the middle of a drain removes nothing by what was counted before', async () => {
    const proxy = await proxyTo(cluster());
    const clock = new MovingClock();
    const rig = await start({
      operatorKubeconfig: proxy.kubeconfig,
      clock,
      controllers: { prometheus: idlePrometheus() },
    });
    const text = handlerText('users', 'v1', { rollout: DIRECT })
      .replace('interval: 1s', 'source: prometheus, interval: 1s')
      .replace('gracePeriod: 3s', 'gracePeriod: 10m');
    await rig.apply(text);
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.until(
      'v1 would go but for its grace period',
      async () => (await rig.versions()).get('v1'),
      ({ status }) => {
        const reasons = new Set(status?.blockers?.map(({ reason }) => reason));
        return reasons.size === 1 && reasons.has('GracePeriod');
      },
    );
    await proxy.down();
    clock.move(11 * MINUTE);
    const back = clock.wall();
    expect((await rig.get(Deployment, versionObjectName('users', 'v1')))?.spec?.replicas).toBeGreaterThan(0);
    await proxy.up();
    const { status } = await rig.untilStage('v1', 'Decommissioned');
    const last = (status?.trafficHistory ?? []).slice(-3);
    expect(last.map(({ count }) => count)).toEqual([0, 0, 0]);
    for (const { at } of last) expect(Date.parse(at)).toBeGreaterThanOrEqual(back);
    expect((await rig.handler('users'))?.status).toMatchObject({ phase: 'Running', stableVersion: 'v2' });
  });
});

describeOperator('two people who want different versions at once', (start, cluster) => {
  it('G-42 G-157 G-40: the last word counts, whatever is refused in between, with one record of each version', async () => {
    const proxy = await proxyTo(cluster());
    const rig = await start({ operatorKubeconfig: proxy.kubeconfig });
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    // Of what the operator writes about the handler every other attempt is answered as a conflict.
    for (const nth of [1, 3, 5, 7, 9])
      proxy.inject({
        fault: 'answer',
        args: { status: 409 },
        match: { verb: 'patch', resource: 'gatihandlers', subresource: 'status' },
        nth,
      });
    const ask = (version: string): Promise<void> => rig.edit('users', { version, image: `example/users:${version}` });
    for (let round = 0; round < 5; round++) await Promise.all([ask('v2'), ask('v3')]);
    await ask('v3');
    const { status } = await rig.untilStable('users', 'v3');
    expect(status?.targetVersion).toBe('v3');
    const weights = Object.values(status?.traffic?.wanted ?? {});
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(100);
    const ids = [...(await rig.versions()).keys()].toSorted();
    expect(ids).toEqual([...new Set(status?.versions?.map(({ versionId }) => versionId))].toSorted());
    expect(status?.versions).toHaveLength(ids.length);
    for (const id of ids) expect(['v1', 'v2', 'v3']).toContain(id);
  });

  it('G-41: handler and record that disagree are reported, and which of them counts', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    await rig.apply(`
apiVersion: gati.dev/v1alpha1
kind: GatiVersion
metadata:
  name: users-v2
spec:
  versionId: v2
  breaking: false
  routingWeight: 30
  handlerRef: { name: users }`);
    await rig.edit('users', { version: 'v2', image: 'example/users:v2', timescape: { routingWeight: 80 } });
    const handler = await rig.untilHandler(
      'users',
      'it says that they disagree',
      (seen) => conditionOf(seen, 'Conflicted')?.reason === 'WeightConflict',
    );
    expect(conditionOf(handler, 'Conflicted')?.message).toContain(
      'The handler gives v2 the weight 80, its GatiVersion 30',
    );
    const done = await rig.untilRollout('users', 'v2', 'Succeeded');
    expect(done.status?.traffic?.wanted).toEqual({ v1: 70, v2: 30 });
  });
});

describeOperator('a deployment that fails in part', (start, cluster) => {
  it.each([
    ['configmaps', ConfigMap],
    ['deployments.apps', Deployment],
    ['services', Service],
  ])(
    'G-153: of a next version whose %s are refused, the one before serves on, and it heals by itself',
    async (resource, kind) => {
      const proxy = await proxyTo(cluster());
      const rig = await start({ operatorKubeconfig: proxy.kubeconfig });
      await rig.apply(handlerText('users', 'v1'));
      await rig.untilStable('users', 'v1');
      const name = versionObjectName('users', 'v2');
      const heal = proxy.inject({ fault: 'answer', args: { status: 403 }, match: { verb: 'patch', resource, name } });
      await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
      const handler = await rig.untilHandler(
        'users',
        'it says what was refused',
        (seen) => conditionOf(seen, 'Synced')?.status === 'False',
      );
      expect(conditionOf(handler, 'Synced')).toMatchObject({ reason: 'ApplyFailed' });
      expect(conditionOf(handler, 'Synced')?.message).toContain(`${kind.kind} ${name}`);
      for (const other of [ConfigMap, Deployment, Service].filter((one) => one !== kind))
        await rig.until(
          `${other.kind} is there`,
          () => rig.get(other, name),
          () => true,
        );
      expect(await rig.get(kind, name)).toBeUndefined();
      expect(handler.status).toMatchObject({ phase: 'Running', stableVersion: 'v1' });
      expect(handler.status?.traffic?.achieved).toEqual({ v1: 100 });
      heal();
      await rig.untilStable('users', 'v2');
    },
  );
});
