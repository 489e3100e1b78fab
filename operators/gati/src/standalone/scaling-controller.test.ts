import type { CustomResource } from '@gati-framework/contracts/deployment';
import { TargetError } from '@slipway/targets';
import { expect, test } from 'vitest';
import { FakeDeploymentTarget } from '../testing/index.ts';
import type { Scaling } from '../types/index.ts';
import { ManifestGenerator } from './index.ts';
import { ScalingController } from './scaling-controller.ts';

const NOW = Date.UTC(2030, 0);
const rate = { target: 10, serverAddress: 'http://prometheus:9090' };

function handler(replicas: number, scaling?: Scaling): CustomResource {
  const spec = {
    handlerPath: '/users',
    version: 'v1',
    image: 'users:1',
    port: 3000,
    replicas,
    ...(scaling && { scaling }),
  };
  return { kind: 'GatiHandler', metadata: { name: 'users', namespace: 'shop' }, spec };
}

/** A handler that is deployed with 5 fixed replicas. */
async function deployed() {
  const target = new FakeDeploymentTarget();
  await target.apply(new ManifestGenerator().generateDeployment(handler(5)));
  const clock = { now: NOW, wall: () => clock.now };
  const controller = new ScalingController(target, undefined, { clock });
  const state = async () => {
    const of = async (kind: string) => (await target.list(kind, 'shop')).length;
    const [deployment] = await target.list('Deployment', 'shop');
    return {
      replicas: deployment?.spec.replicas as number,
      hpa: await of('HorizontalPodAutoscaler'),
      keda: await of('ScaledObject'),
    };
  };
  return { target, clock, controller, state };
}

test('G-119: a scaler is made once, with the bounds of the decision, and the pods stay', async () => {
  const { target, controller, state } = await deployed();
  const owner = handler(5, { cpu: 60 });
  expect(await controller.reconcile(owner)).toMatchObject({ kind: 'hpa', replicas: 5, min: 3, max: 15 });
  expect(await state()).toEqual({ replicas: 5, hpa: 1, keda: 0 });
  const [scaler] = await target.list('HorizontalPodAutoscaler', 'shop');
  expect(scaler?.spec).toMatchObject({ minReplicas: 3, maxReplicas: 15, scaleTargetRef: { kind: 'Deployment' } });
  const writes = target.writes.length;
  expect(await controller.reconcile(owner)).toMatchObject({ kind: 'hpa', replicas: null });
  expect(target.writes).toHaveLength(writes);
});

test('G-110: from HPA to KEDA, back, and to fixed replicas: never two scalers, never fewer pods', async () => {
  const { controller, state } = await deployed();
  const settle = async (scaling?: Scaling) => {
    for (const _ of [1, 2, 3]) {
      await controller.reconcile(handler(5, scaling));
      const seen = await state();
      expect(seen.hpa + seen.keda).toBeLessThanOrEqual(1);
      expect(seen.replicas).toBe(5);
    }
    return state();
  };
  expect(await settle({ cpu: 60 })).toMatchObject({ hpa: 1, keda: 0 });
  expect(await settle({ requestsPerSecond: rate })).toMatchObject({ hpa: 0, keda: 1 });
  expect(await settle({ memory: 60 })).toMatchObject({ hpa: 1, keda: 0 });
  expect(await settle()).toMatchObject({ hpa: 0, keda: 0 });
});

test('G-118: fixed replicas fall when the window that the status remembers has passed', async () => {
  const { clock, controller, state } = await deployed();
  const { scaleDown, wakeAt } = await controller.reconcile(handler(2));
  expect(await state()).toMatchObject({ replicas: 5 });
  clock.now = wakeAt ?? 0;
  const since = new Date(scaleDown?.since ?? 0).toISOString();
  await controller.reconcile({ ...handler(2), status: { scaleDown: { since, peak: scaleDown?.peak } } });
  expect(await state()).toMatchObject({ replicas: 2 });
  await controller.reconcile(handler(9));
  expect(await state()).toMatchObject({ replicas: 9 });
});

test('G-110: a target that knows no ScaledObject has no KEDA, and any other failure is one', async () => {
  const answer: { error: Error } = { error: new Error('no answer') };
  const target = new FakeDeploymentTarget({
    before: ({ verb, kind }) => {
      if (verb === 'get' && kind === 'ScaledObject') throw answer.error;
    },
  });
  const controller = new ScalingController(target);
  await expect(controller.reconcile(handler(5))).rejects.toBe(answer.error);
  answer.error = new TargetError('TARGET_UNKNOWN_KIND', 'no KEDA');
  expect(await controller.reconcile(handler(5, { requestsPerSecond: rate }))).toMatchObject({
    kind: 'hpa',
    condition: { reason: 'KedaNotInstalled' },
  });
});

test('G-119: a module scales by the same rules, and without a Deployment nothing is made', async () => {
  const target = new FakeDeploymentTarget();
  const controller = new ScalingController(target);
  const fields = { moduleName: 'mail', moduleType: 'node', runtime: 'node:20', image: 'mail:1', port: 80 } as const;
  const spec = { ...fields, replicas: 2, scaling: { cpu: 50 } };
  const module: CustomResource = {
    kind: 'GatiModule',
    metadata: { name: 'mail', namespace: 'shop' },
    spec,
  };
  expect(await controller.reconcile(module)).toMatchObject({ kind: 'hpa' });
  expect(target.writes).toEqual([]);
  await target.apply(new ManifestGenerator().generateDeployment(module));
  await controller.reconcile(module);
  expect(await target.list('HorizontalPodAutoscaler', 'shop')).toHaveLength(1);
});
