import type { JsonObject } from '@slipway/crd/schema';
import type { AnyKind } from '@slipway/kube';
import { Deployment, Pod, Service } from '@slipway/kube/kinds';
import { FaultProxy } from '@slipway/runtime/testing';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { expect, it, onTestFinished } from 'vitest';
import { convert } from '../../src/convert/index.ts';
import { GatiHandlerKind, GatiVersionKind } from '../../src/types/index.ts';
import { idlePrometheus } from '../crashes/idle-prometheus.ts';
import { conditionOf, type Rig } from '../rig.ts';
import { describeOperator, type StartRig } from '../rigs.ts';
import { GATEWAY, startAcceptingGateway } from './accepting-gateway.ts';
import { applyAs, legacy, untilServing } from './legacy.ts';

const HURRIED: JsonObject = {
  rollout: { strategy: 'direct', steps: [{ weight: 100, pause: '1s' }], rollbackWindow: '1s' },
  traffic: { source: 'prometheus', interval: '1s' },
  decommission: { gracePeriod: '1s', zeroSamples: 2 },
};

/** The workload of before runs, and a handler made of it asks for it. */
async function adopted(
  start: StartRig,
  cluster: () => TestCluster,
  { hasGateway = true, operatorKubeconfig = cluster().kubeconfig } = {},
): Promise<Rig> {
  const open = await startAcceptingGateway(cluster().kubeconfig);
  const rig = await start({ operatorKubeconfig, controllers: { prometheus: idlePrometheus() } });
  await open(rig.namespace);
  const { deployment, service } = legacy(rig.namespace);
  for (const object of [deployment, service]) await applyAs(rig, object);
  await untilServing(rig);
  const routing = hasGateway ? { routing: { gateway: { name: GATEWAY } } } : {};
  for (const object of convert([deployment, service], { adopt: true }).resources)
    await applyAs(rig, object, { ...HURRIED, ...routing });
  return rig;
}

/** As the commands of `convert --adopt` do. */
async function giveAway(rig: Rig, kind: AnyKind, name: string): Promise<void> {
  const annotations = { 'gati.dev/adopt': 'true' };
  await rig.client.patch(kind, { namespace: rig.namespace, name }, { merge: { metadata: { annotations } } });
}

const untilBlocked = (rig: Rig, words: string): Promise<unknown> =>
  rig.until(
    `v1-adopted is kept: ${words}`,
    async () => (await rig.versions()).get('v1-adopted'),
    ({ status }) => status?.blockers?.some(({ reason, message }) => `${reason} ${message}`.includes(words)) === true,
  );

/** v1 has taken over, and of the workload of before is known that nobody calls it. */
async function superseded(rig: Rig): Promise<void> {
  await rig.untilStable('users', 'v1-adopted');
  await rig.edit('users', { version: 'v1' });
  await rig.untilStable('users', 'v1');
  await rig.untilStage('v1-adopted', 'Drained');
  await untilBlocked(rig, 'ForeignWorkload Deployment users was made by another client');
}

describeOperator('the workload of before, once nobody uses it', (start, cluster) => {
  it('G-191 G-106 G-103: goes by the leave of its maker, not before, and does not come back', async () => {
    const rig = await adopted(start, cluster);
    await superseded(rig);
    const sharing = { versionId: 'other', breaking: false, routingWeight: 0, deploymentName: 'users' };
    const other = { namespace: rig.namespace, name: 'other' };
    await rig.client.create(GatiVersionKind, { metadata: other, spec: sharing });
    await giveAway(rig, Deployment, 'users');
    await untilBlocked(rig, 'ForeignWorkload GatiVersion other names the same workload');
    expect((await rig.get(Deployment, 'users'))?.spec?.replicas).toBe(2);
    await rig.client.delete(GatiVersionKind, other);

    await rig.untilStage('v1-adopted', 'Decommissioned');
    expect(await rig.get(Deployment, 'users')).toBeUndefined();
    const services = (await rig.list(Service)).map(({ metadata }) => metadata.name);
    // Callers of before know this one, and no record names it.
    expect(services).toContain('users');
    expect(services).not.toContain('users-adopted');
    await rig.untilCount(Pod, 0, 'app=users');
    const reasons = ['Draining', 'Drained', 'DecommissionBlocked', 'Decommissioned'];
    await rig.untilEvents('GatiHandler', 'users', 'each step has its event', (events) =>
      reasons.every((one) => events.some(({ reason }) => reason === one)),
    );

    await rig.edit('users', { version: 'v1-adopted' });
    const refused = await rig.until(
      'it is refused',
      async () => (await rig.versions()).get('v1-adopted'),
      (seen) => conditionOf(seen, 'Accepted')?.status === 'False',
    );
    expect(conditionOf(refused, 'Accepted')?.reason).toBe('NoTemplate');
    expect(refused.status?.stage).toBe('Decommissioned');
    expect((await rig.handler('users'))?.status?.traffic?.achieved).toEqual({ v1: 100 });
  });

  it('G-102 G-106: what the server will not delete stays with its version, which says so, and goes when it may', async () => {
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig });
    onTestFinished(() => proxy.stop());
    const rig = await adopted(start, cluster, { operatorKubeconfig: proxy.kubeconfig });
    await superseded(rig);
    const match = { verb: 'delete', resource: 'deployments', name: 'users' };
    const heal = proxy.inject({ fault: 'answer', args: { status: 403 }, match });
    await giveAway(rig, Deployment, 'users');
    const handler = await rig.untilHandler(
      'users',
      'it says what was refused',
      (seen) => conditionOf(seen, 'Synced')?.status === 'False',
    );
    expect(conditionOf(handler, 'Synced')?.message).toMatch(/^Deployment users: /);
    await rig.untilStage('v1-adopted', 'Decommissioning');
    await rig.untilEvents('GatiHandler', 'users', 'the removal failed', (events) =>
      events.some(({ reason }) => reason === 'DecommissionFailed'),
    );
    heal();
    await rig.untilStage('v1-adopted', 'Decommissioned');
    expect(await rig.get(Deployment, 'users')).toBeUndefined();
  });

  it('G-106 G-155: outlives its record and its handler', async () => {
    const rig = await adopted(start, cluster);
    await superseded(rig);
    await rig.client.delete(GatiVersionKind, { namespace: rig.namespace, name: 'users-adopted' });
    await rig.until(
      'the record is gone',
      async () => ({ left: await rig.get(GatiVersionKind, 'users-adopted') }),
      ({ left }) => left === undefined,
    );
    await rig.client.delete(GatiHandlerKind, { namespace: rig.namespace, name: 'users' });
    await rig.until(
      'the handler is gone',
      () => rig.list(GatiHandlerKind),
      (left) => left.length === 0,
    );
    await rig.until(
      'what was made for it is gone',
      () => rig.list(Deployment),
      (left) => left.length === 1,
    );
    expect((await rig.get(Deployment, 'users'))?.spec?.replicas).toBe(2);
    expect(await rig.get(Service, 'users-adopted')).toBeDefined();
  });

  it('G-39 G-77: without a Gateway it cannot be routed to, and its handler says so; the next version starts beside it', async () => {
    const rig = await adopted(start, cluster, { hasGateway: false });
    const handler = await rig.untilHandler(
      'users',
      'it says what is missing',
      (seen) => conditionOf(seen, 'Routed')?.reason === 'NoGateway',
    );
    expect(conditionOf(handler, 'Routed')?.message).toContain('v1-adopted refers to Deployment users');
    await rig.edit('users', { version: 'v1' });
    await rig.untilStable('users', 'v1');
    expect((await rig.versions()).get('v1-adopted')?.status).toMatchObject({ phase: 'Active', effectiveWeight: 0 });
    expect((await rig.get(Deployment, 'users'))?.spec?.replicas).toBe(2);
    for (const { metadata } of await rig.list(Pod, 'app=users'))
      expect(Object.keys(metadata.labels ?? {}).filter((key) => key.startsWith('gati.dev/'))).toEqual([]);
  });
});
