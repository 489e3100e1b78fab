import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { targetContract } from '@slipway/targets/testing';
import { describe, expect, test } from 'vitest';
import { FakeDeploymentTarget } from './fake-deployment-target.ts';

describe('the contract of targets', () => {
  let namespaces = 0;
  for (const { title, run } of targetContract)
    test(title, async () => {
      let isFailing = false;
      const target = new FakeDeploymentTarget({
        before: () => {
          if (isFailing) throw Object.assign(new Error('500'), { code: 'KUBE_SERVER_ERROR' });
        },
      });
      await run({
        target,
        freshNamespace: async () => `ns-${(namespaces += 1)}`,
        createForeign: async (resource) => target.place(resource),
        failReads: () => {
          isFailing = true;
          return () => {
            isFailing = false;
          };
        },
        until: async (condition) => {
          await target.settled();
          expect(await condition()).toBe(true);
        },
      });
    });
});

const meta = (name: string, more: object = {}) => ({ name, namespace: 'shop', ...more });
const handler: DeploymentResource = {
  kind: 'GatiHandler',
  metadata: meta('users'),
  spec: { handlerPath: '/users', version: 'v1', replicas: 2 },
};
const deployment: DeploymentResource = {
  kind: 'Deployment',
  metadata: meta('web'),
  spec: { replicas: 2, selector: {}, template: { metadata: { labels: { app: 'web' } }, spec: {} } },
};
const read = (target: FakeDeploymentTarget, kind: string, name: string) => target.get(kind, 'shop', name);

test('G-141: generations follow the spec, resource versions every write, and a repeated write is none', async () => {
  const target = new FakeDeploymentTarget();
  await target.apply(handler);
  const first = await read(target, 'GatiHandler', 'users');
  expect(first?.metadata).toMatchObject({ generation: 1, creationTimestamp: '2030-01-01T00:00:00Z' });
  await target.applyStatus({ ...handler, status: { phase: 'Running' } });
  await target.applyStatus({ ...handler, status: { phase: 'Running' } });
  const second = await read(target, 'GatiHandler', 'users');
  expect(second).toMatchObject({ metadata: { generation: 1 }, status: { phase: 'Running' } });
  expect(second?.metadata.resourceVersion).not.toBe(first?.metadata.resourceVersion);
  await target.apply({ ...handler, spec: { ...handler.spec, replicas: 3 } });
  expect((await read(target, 'GatiHandler', 'users'))?.metadata.generation).toBe(2);
  expect(target.writes.map(({ verb }) => verb)).toEqual(['apply', 'applyStatus', 'apply']);
});

test('G-137: a custom resource without a kind is known by its spec', async () => {
  const target = new FakeDeploymentTarget();
  await target.apply({ ...handler, kind: '' });
  expect(await read(target, 'GatiHandler', 'users')).toMatchObject({ apiVersion: 'gati.dev/v1alpha1' });
});

test('G-157: a status that was decided on an older state loses, and says so', async () => {
  const target = new FakeDeploymentTarget();
  await target.apply(handler);
  const old = await read(target, 'GatiHandler', 'users');
  await target.apply({ ...handler, metadata: meta('users', { labels: { a: 'b' } }) });
  await expect(target.applyStatus({ ...old!, status: { phase: 'Failed' } })).rejects.toMatchObject({
    code: 'KUBE_CONFLICT',
  });
  await expect(target.create(handler)).rejects.toMatchObject({ code: 'KUBE_CONFLICT' });
});

test('G-164: of a status each writer owns its own fields', async () => {
  const target = new FakeDeploymentTarget();
  await target.apply(handler);
  target.setStatus({ kind: 'GatiHandler', namespace: 'shop', name: 'users' }, { trafficCount: 7 });
  await target.applyStatus({ ...handler, status: { phase: 'Pending', drainingSince: 'x' } });
  await target.applyStatus({ ...handler, status: { phase: 'Running' } });
  expect((await read(target, 'GatiHandler', 'users'))?.status).toEqual({ trafficCount: 7, phase: 'Running' });
});

test('G-155: an object with finalizers waits for them, then takes what it owns with it', async () => {
  const target = new FakeDeploymentTarget();
  await target.apply({ ...handler, metadata: meta('users', { finalizers: ['gati.dev/handler-cleanup'] }) });
  const { uid = '' } = (await read(target, 'GatiHandler', 'users'))?.metadata ?? {};
  const ownerReferences = [{ apiVersion: 'gati.dev/v1alpha1', kind: 'GatiHandler', name: 'users', uid }];
  await target.apply({ ...deployment, metadata: meta('web', { ownerReferences }) });
  await target.delete('GatiHandler', 'shop', 'users');
  expect((await read(target, 'GatiHandler', 'users'))?.metadata.deletionTimestamp).toBeDefined();
  await target.patch({ kind: 'GatiHandler', namespace: 'shop', name: 'users' }, [
    { op: 'remove', path: '/metadata/finalizers' },
  ]);
  expect(await read(target, 'GatiHandler', 'users')).toBeNull();
  expect(await read(target, 'Deployment', 'web')).toBeNull();
  expect(await target.list('Pod', 'shop')).toEqual([]);
});

test('G-141: a Deployment has pods and a Service endpoints as soon as they are written', async () => {
  let isReady = false;
  const target = new FakeDeploymentTarget({ isReady: () => isReady });
  await target.apply(deployment);
  await target.apply({ kind: 'Service', metadata: meta('web'), spec: { selector: { app: 'web' } } });
  expect((await read(target, 'Deployment', 'web'))?.status).toMatchObject({ replicas: 2, readyReplicas: 0 });
  isReady = true;
  target.refresh();
  expect((await read(target, 'Deployment', 'web'))?.status).toMatchObject({ observedGeneration: 1, readyReplicas: 2 });
  const [slice] = await target.list('EndpointSlice', 'shop', { 'kubernetes.io/service-name': 'web' });
  expect(slice).toMatchObject({ endpoints: [{ conditions: { ready: true } }, { conditions: { ready: true } }] });
  await target.apply({ ...deployment, spec: { ...deployment.spec, replicas: 1 } });
  expect(await target.list('Pod', 'shop')).toHaveLength(1);
  expect(target.writes).toHaveLength(3);
});

test('G-113: replicas that are no longer applied fall to 1, unless another manager holds them', async () => {
  const { replicas: _replicas, ...scaled } = deployment.spec;
  const left = new FakeDeploymentTarget();
  await left.apply({ ...deployment, spec: { ...deployment.spec, replicas: 5 } });
  await left.apply({ ...deployment, spec: scaled });
  expect((await read(left, 'Deployment', 'web'))?.spec.replicas).toBe(1);

  const held = new FakeDeploymentTarget();
  await held.apply({ ...deployment, spec: { ...deployment.spec, replicas: 5 } });
  await held.patch({ kind: 'Deployment', namespace: 'shop', name: 'web' }, [
    { op: 'add', path: '/spec/replicas', value: 5 },
  ]);
  await held.apply({ ...deployment, spec: scaled });
  expect((await read(held, 'Deployment', 'web'))?.spec.replicas).toBe(5);
});
