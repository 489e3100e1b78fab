import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeDeploymentTarget } from '../testing/index.ts';
import { ManifestGenerator, OperatorController } from './index.ts';

const handlerOf = ({ name = 'test', version = 'v1', replicas = 1 }) => ({
  metadata: { name, namespace: 'default' },
  spec: { handlerPath: '/api/test', version, replicas, image: 'test:1', port: 3000 },
});

describe('ManifestGenerator', () => {
  it('G-207: should generate Deployment with correct resources', () => {
    const generator = new ManifestGenerator();
    const deployment = generator.generateDeployment({
      metadata: { name: 'user-handler', namespace: 'default' },
      spec: {
        handlerPath: '/api/users',
        version: 'v1.0.0',
        replicas: 2,
        image: 'my-app:v1.0.0',
        port: 3000,
        resources: { requests: { cpu: '100m', memory: '128Mi' } },
      },
    });
    expect(deployment.spec.replicas).toBe(2);
    expect(deployment.spec.template.spec.containers[0].resources.requests.cpu).toBe('100m');
  });
});

describe('OperatorController', () => {
  it('G-207 G-143: should create Deployment when GatiHandler added', async () => {
    const target = new FakeDeploymentTarget();
    const controller = new OperatorController(target);
    await target.apply({ ...handlerOf({}), kind: 'GatiHandler' });
    await controller.reconcile();
    const deployments = await target.list('Deployment', 'default');
    expect(deployments).toHaveLength(1);
  });

  it('G-204 G-207 G-152: reconciliation is idempotent', async () => {
    const dnsLabel = fc.stringMatching(/^[a-z]([a-z0-9-]{0,20}[a-z0-9])?$/);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          name: dnsLabel,
          version: fc.string({ minLength: 1, unit: 'grapheme' }),
          replicas: fc.integer({ min: 1, max: 10 }),
        }),
        async (spec) => {
          const target = new FakeDeploymentTarget();
          const controller = new OperatorController(target);
          const handler = handlerOf(spec);
          const result1 = await controller.reconcile(handler);
          const held = await target.list('Deployment', 'default');
          const { length } = target.writes;
          const result2 = await controller.reconcile(handler);
          expect(result2).toEqual(result1);
          expect(await target.list('Deployment', 'default')).toEqual(held);
          expect(target.writes).toHaveLength(length);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('G-143: equal states give equal results in whatever order they came about', async () => {
    const outcomes = await Promise.all(
      [
        ['a', 'b'],
        ['b', 'a'],
      ].map(async (order) => {
        const target = new FakeDeploymentTarget();
        const controller = new OperatorController(target);
        for (const name of order) await target.apply({ ...handlerOf({ name }), kind: 'GatiHandler' });
        return (await controller.reconcile()).toSorted((one, other) => (one.key < other.key ? -1 : 1));
      }),
    );
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.map(({ key }) => key)).toEqual(['GatiHandler default/a', 'GatiHandler default/b']);
  });
});
