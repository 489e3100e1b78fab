import { compileFunction } from 'node:vm';
import { FakeClock } from '@slipway/kube/testing';
import { transform } from 'esbuild';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GatiVersion, ManifestGenerator, OperatorController, VersionDecommissioner } from '../../src/index.ts';
import { FakeDeploymentTarget } from '../../src/testing/index.ts';
import { createTestVersion } from '../decommission/shop.ts';

/** Programs of the project's first plan, as they are written there. */
const SNIPPETS = {
  generator: `
// Test ManifestGenerator
describe('ManifestGenerator', () => {
  it('should generate Deployment with correct resources', () => {
    const crd: GatiHandler = {
      metadata: { name: 'user-handler', namespace: 'default' },
      spec: {
        handlerPath: '/api/users',
        version: 'v1.0.0',
        replicas: 2,
        resources: { requests: { cpu: '100m', memory: '128Mi' } }
      }
    };
    
    const deployment = generator.generateDeployment(crd);
    
    expect(deployment.spec.replicas).toBe(2);
    expect(deployment.spec.template.spec.containers[0].resources.requests.cpu).toBe('100m');
  });
});`,
  decommissioner: `
// Test VersionDecommissioner
describe('VersionDecommissioner', () => {
  it('should decommission after 5 min zero traffic', async () => {
    const version = createTestVersion('v1.0.0');
    
    await decommissioner.recordTraffic(version, 0);
    await sleep(5 * 60 * 1000);
    
    expect(await decommissioner.shouldDecommission(version)).toBe(true);
  });
});`,
  controller: `
// Test with fake deployment target
describe('OperatorController Integration', () => {
  let target: FakeDeploymentTarget;
  let controller: OperatorController;
  
  beforeEach(() => {
    target = new FakeDeploymentTarget();
    controller = new OperatorController(target);
  });
  
  it('should create Deployment when GatiHandler added', async () => {
    const handler: GatiHandler = {
      metadata: { name: 'test', namespace: 'default' },
      spec: { handlerPath: '/api/test', version: 'v1', replicas: 1 }
    };
    
    await target.apply(handler);
    await controller.reconcile();
    
    const deployments = await target.list('Deployment', 'default');
    expect(deployments).toHaveLength(1);
  });
});`,
  idempotency: `
// Property: Reconciliation is idempotent
fc.assert(
  fc.asyncProperty(
    fc.record({
      name: fc.string(),
      version: fc.string(),
      replicas: fc.integer({ min: 1, max: 10 })
    }),
    async (spec) => {
      const handler = createHandler(spec);
      
      const result1 = await controller.reconcile(handler);
      const result2 = await controller.reconcile(handler);
      
      expect(result1).toEqual(result2);
    }
  ),
  { numRuns: 100 }
);`,
} as const;

/** What a snippet registers with \`describe\`, \`it\` and \`beforeEach\` runs here and now; what it throws is thrown. */
async function play(snippet: keyof typeof SNIPPETS, given: Readonly<Record<string, unknown>>): Promise<void> {
  const works: (() => unknown)[] = [];
  const before: (() => unknown)[] = [];
  const asserted: unknown[] = [];
  const words = {
    expect,
    describe: (_title: string, body: () => void) => body(),
    beforeEach: (body: () => unknown) => void before.push(body),
    it: (_title: string, body: () => unknown) => void works.push(body),
    // The snippet does not wait for it; its reader does.
    fc: { ...fc, assert: (...args: Parameters<typeof fc.assert>) => void asserted.push(fc.assert(...args)) },
    FakeDeploymentTarget,
    OperatorController,
    ...given,
  };
  const { code } = await transform(SNIPPETS[snippet], { loader: 'ts' });
  compileFunction(code, Object.keys(words))(...Object.values(words));
  for (const work of works) {
    for (const prepare of before) await prepare();
    await work();
  }
  await Promise.all(asserted);
}

describe('the snippets of the first plan, as they are written', () => {
  let clock: FakeClock;
  let decommissioner: VersionDecommissioner;
  beforeEach(() => {
    clock = new FakeClock();
    const zero = () => ({ value: 0, at: clock.wall() });
    const source = { sample: async () => ({ requests: zero(), inFlight: zero() }) };
    decommissioner = new VersionDecommissioner(new FakeDeploymentTarget(), { clock, source, random: () => 0.5 });
  });
  afterEach(() => decommissioner.close());

  it('G-207: a handler without image and port gives no Deployment, and the error names both', async () => {
    await expect(play('generator', { generator: new ManifestGenerator() })).rejects.toMatchObject({
      code: 'GATI_SPEC_INCOMPLETE',
      message: expect.stringMatching(/GatiHandler default\/user-handler: spec\.image and spec\.port/) as string,
    });
  });

  it('G-207: five minutes of zero traffic are enough', async () => {
    await play('decommissioner', { decommissioner, createTestVersion, sleep: (ms: number) => clock.advance(ms) });
  });

  it('G-207: reconcile names what a stored handler lacks', async () => {
    await expect(play('controller', {})).rejects.toMatchObject({
      code: 'GATI_SPEC_INCOMPLETE',
      message: expect.stringMatching(/GatiHandler default\/test: spec\.image and spec\.port/) as string,
    });
  });

  it('G-207: any name and version are reconciled to the same result twice', async () => {
    // Each in a cluster of its own: the snippet is about one handler.
    let own = new OperatorController(new FakeDeploymentTarget());
    const createHandler = ({ name, ...spec }: { name: string; version: string; replicas: number }) => {
      own = new OperatorController(new FakeDeploymentTarget());
      return {
        metadata: { name, namespace: 'default' },
        spec: { handlerPath: '/api/test', image: 'test:1', port: 3000, ...spec },
      };
    };
    const controller = { reconcile: (handler: ReturnType<typeof createHandler>) => own.reconcile(handler) };
    await play('idempotency', { controller, createHandler });
  });
});

describe('VersionDecommissioner with counts of its caller alone', () => {
  const clock = new FakeClock();
  /** Of a version that no operator has written anything about. */
  const isLeftAfter = async (
    counts: readonly (number | null)[],
    status: GatiVersion['status'] = {},
  ): Promise<boolean> => {
    const decommissioner = new VersionDecommissioner(new FakeDeploymentTarget(), { clock });
    const version: GatiVersion = { ...createTestVersion('v1.0.0'), status };
    for (const count of counts) await decommissioner.recordTraffic(version, count);
    return decommissioner.shouldDecommission(version);
  };

  it('G-109: six zeros in a row, of a version that nobody has called, are enough', async () => {
    expect(await isLeftAfter([0, 0, 0, 0, 0, 0])).toBe(true);
  });

  it.each([
    ['four zeros', [0, 0, 0, 0], {}],
    ['a request among the last five', [0, 0, 1, 0, 0, 0], {}],
    ['an unknown count among the last five', [0, 0, null, 0, 0, 0], {}],
    ['a request less than a grace period ago', [1, 0, 0, 0, 0, 0], {}],
    ['weight', [0, 0, 0, 0, 0, 0], { effectiveWeight: 10 }],
  ])('G-109: %s: not yet', async (_title, counts, status) => {
    expect(await isLeftAfter(counts, status)).toBe(false);
  });
});
