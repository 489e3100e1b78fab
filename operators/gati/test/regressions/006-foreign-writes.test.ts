import type { DeploymentResource, PatchOperation, Ref } from '@gati-framework/contracts/deployment';
import { FakeClock } from '@slipway/kube/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ModuleDeployer } from '../../src/standalone/index.ts';
import { FakeDeploymentTarget } from '../../src/testing/index.ts';
import type { GatiModule } from '../../src/types/index.ts';
import { FakeCluster, HANDLER, NAMESPACE } from '../crashes/fake-world.ts';

const HOUR = 3_600_000;
/** What foreign writes may cost: starting, scaling and retiring versions is the most. A contest costs a write every 5 s. */
const FEW = 120;
/** One that is long over, and one that is to come. */
const TIMES = ['2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z'];
const [TIME = ''] = TIMES;

/** Something that another writer does to one object. */
interface Foreign {
  readonly kind: string;
  readonly at: number;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly metadata?: readonly [field: string, value: unknown];
}

const condition = fc.record({
  type: fc.constantFrom('Ready', 'Synced', 'Drained', 'Conflicted', 'Deleting', 'example.com/Reviewed'),
  status: fc.constantFrom('True', 'False', 'Unknown'),
  reason: fc.constantFrom('Foreign', 'Synced'),
  message: fc.constant('written by hand'),
  lastTransitionTime: fc.constantFrom(...TIMES, 'no time'),
});
const weights = fc.dictionary(fc.constantFrom('v0', 'v1', 'v2'), fc.integer({ min: 0, max: 100 }), { minKeys: 1 });
/** Values as the schema of a status admits them. */
const STATUS: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  GatiHandler: {
    stableVersion: fc.constantFrom('v0', 'v1', 'v2'),
    targetVersion: fc.constantFrom('v0', 'v1', 'v2'),
    phase: fc.constantFrom('Pending', 'Failed', 'Decommissioned'),
    replicas: fc.nat(9),
    selector: fc.constant('a=b'),
    observedGeneration: fc.nat(9),
    lastUpdated: fc.constant(TIME),
    rollout: fc.constantFrom({ phase: 'Frozen', to: 'foreign' }, { encoded: 'no rollout' }),
    versions: fc.constant([{ name: 'foreign', versionId: 'v0' }]),
    traffic: fc.record({ mode: fc.constantFrom('Exact', 'Approximate'), wanted: weights, achieved: weights }),
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    target: fc.constantFrom({ kind: 'kubernetes', revision: 'x', sync: 'y', health: 'z' }, { kind: 'helm' }),
    lastCommand: fc.constant({ id: 'x', command: 'pause', result: 'Accepted', at: TIME }),
  },
  GatiVersion: {
    stage: fc.constantFrom('Waiting', 'Staged', 'Current', 'Draining', 'Drained', 'Decommissioning', 'Failed'),
    phase: fc.constantFrom('Active', 'Draining', 'Decommissioned'),
    effectiveWeight: fc.nat(100),
    handlerName: fc.constant('foreign'),
    releasedAt: fc.constantFrom(...TIMES),
    failedAt: fc.constantFrom(...TIMES, 'no time'),
    drainingSince: fc.constantFrom(...TIMES, 'no time'),
    decommissionedAt: fc.constantFrom(...TIMES),
    trafficCount: fc.nat(9),
    lastTrafficTimestamp: fc.constantFrom(...TIMES),
    trafficReportedAt: fc.constantFrom(...TIMES),
    scaleDown: fc.record({ since: fc.constantFrom(...TIMES, 'no time'), peak: fc.nat(9) }),
    blockers: fc.constant([{ reason: 'Foreign', since: TIME }]),
    trafficHistory: fc.constant([{ at: TIME, count: 3, inFlight: null }]),
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    lastCommand: fc.constant({ id: 'x', command: 'retire', result: 'Accepted', at: TIME }),
  },
  GatiModule: {
    phase: fc.constantFrom('Pending', 'Failed'),
    replicas: fc.nat(9),
    capabilities: fc.constant(['network:egress']),
    scaleDown: fc.record({ since: fc.constantFrom(...TIMES, 'no time'), peak: fc.nat(9) }),
    target: fc.constantFrom({ kind: 'kubernetes', revision: 'x' }, { kind: 'helm' }),
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
  },
};
const own = (word: string) => fc.constantFrom(undefined, 'foreign', word);
const METADATA = {
  labels: fc.record({ 'gati.dev/handler': own(HANDLER), 'gati.dev/version-key': own('x'), team: own('a') }),
  annotations: fc.record({
    'gati.dev/template-hash': own('x'),
    'gati.dev/generator': own('1'),
    'gati.dev/command': own('pause'),
    'gati.dev/keep': own('true'),
    note: own('a'),
  }),
  finalizers: fc.constantFrom([], ['example.com/guard'], ['gati.dev/version-cleanup', 'example.com/guard']),
  ownerReferences: fc.constantFrom(
    [],
    [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'foreign', uid: 'f' }],
    [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'foreign', uid: 'f', controller: true }],
  ),
};

function foreignTo(kinds: readonly string[]): fc.Arbitrary<Foreign> {
  const object = fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(5) });
  const status = object.chain(({ kind, at }): fc.Arbitrary<Foreign> => {
    const { [kind]: fields } = STATUS;
    if (!fields) return fc.constant({ kind, at });
    return fc.record(fields, { requiredKeys: [] }).map((written) => ({ kind, at, status: written }));
  });
  const metadata = object.chain(({ kind, at }): fc.Arbitrary<Foreign> => {
    const fields = Object.entries(METADATA).map(([field, values]) =>
      (values as fc.Arbitrary<unknown>).map((value): Foreign => ({ kind, at, metadata: [field, value] })),
    );
    return fc.oneof(...fields);
  });
  return fc.oneof(status, metadata);
}

/** Writes to the object as a person would, past the operator; answers whether there was one. */
async function writeForeign(target: FakeDeploymentTarget, { kind, at, status, metadata }: Foreign): Promise<void> {
  const found = await target.list(kind, NAMESPACE);
  const object = found[at % Math.max(1, found.length)];
  if (!object) return;
  const ref: Ref = { kind, namespace: NAMESPACE, name: object.metadata.name };
  if (status) target.setStatus(ref, withKeyed(object.status ?? {}, status));
  if (metadata) await target.patch(ref, changed(object, metadata));
}

/** Items of lists with keys stand beside those of others. */
function withKeyed(present: object, written: Readonly<Record<string, unknown>>): object {
  const { conditions, versions } = written as { conditions?: { type: string }[]; versions?: { name: string }[] };
  const before = present as { conditions?: { type: string }[]; versions?: { name: string }[] };
  const types = new Set(conditions?.map(({ type }) => type));
  return {
    ...written,
    ...(conditions && {
      conditions: [...(before.conditions ?? []).filter(({ type }) => !types.has(type)), ...unique(conditions)],
    }),
    ...(versions && { versions: [...(before.versions ?? []), ...versions] }),
  };
}

const unique = (conditions: readonly { type: string }[]): { type: string }[] => [
  ...new Map(conditions.map((one) => [one.type, one])).values(),
];

function changed({ metadata }: DeploymentResource, [field, value]: readonly [string, unknown]): PatchOperation[] {
  const path = `/metadata/${field}`;
  // A server keeps no empty list.
  if (Array.isArray(value))
    return value.length > 0
      ? [{ op: 'add', path, value }]
      : [
          { op: 'add', path, value },
          { op: 'remove', path },
        ];
  const present = (metadata as unknown as Record<string, Record<string, string> | undefined>)[field] ?? {};
  const entries = Object.entries({ ...present, ...(value as object) }).filter(([, word]) => word !== undefined);
  return [{ op: 'add', path, value: Object.fromEntries(entries) }];
}

const handler: DeploymentResource = {
  kind: 'GatiHandler',
  metadata: { namespace: NAMESPACE, name: HANDLER, finalizers: ['gati.dev/handler-cleanup'] },
  spec: {
    handlerPath: '/users',
    version: 'v1',
    replicas: 2,
    image: 'users:v1',
    port: 8080,
    rollout: { strategy: 'direct', rollbackWindow: '1m' },
    decommission: { gracePeriod: '1m', zeroSamples: 2 },
  },
};

it('R-115 G-164: a handler that was never released is quiet after another writer names a stable version', async () => {
  const world = await FakeCluster.make();
  world.badImages.add('users:v1');
  world.target.place(handler);
  await world.writesWithin(HOUR);
  world.target.setStatus({ kind: 'GatiHandler', namespace: NAMESPACE, name: HANDLER }, { stableVersion: 'v0' });
  await world.writesWithin(HOUR);
  expect((await world.handler())?.status?.stableVersion).toBeUndefined();
  expect(await world.writesWithin(HOUR)).toBe(0);
});

const KINDS = ['GatiHandler', 'GatiVersion', 'Deployment', 'Service', 'ConfigMap', 'PodDisruptionBudget'];

/** One after the other in one world, which is dear to make; each leaves behind what the next one finds. */
const strokes = fc.array(fc.array(foreignTo(KINDS), { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 6 });

it('G-164: whatever another writer puts into a handler, its versions or children, it is quiet after a few writes', async () => {
  await fc.assert(
    fc.asyncProperty(strokes, async (all) => {
      const world = await FakeCluster.make();
      world.target.place(handler);
      await world.until('v1 is stable', async () => (await world.handler())?.status?.stableVersion === 'v1');
      await world.edit({ version: 'v2', image: 'users:v2' });
      await world.until('v2 is stable', async () => (await world.handler())?.status?.stableVersion === 'v2');
      await world.writesWithin(2 * HOUR);
      for (const foreign of all) {
        for (const one of foreign) await writeForeign(world.target, one);
        // What it brings back keeps its pods for a rollback window of an hour, and is scaled down and drained after it.
        expect(await world.writesWithin(2 * HOUR)).toBeLessThanOrEqual(FEW);
        // Some foreign status has the operator look every few seconds for as long as a person lets it stand.
        // One write is a deadline that falls into these minutes; a contest would bring one with every look.
        expect(await world.writesWithin(HOUR / 12)).toBeLessThanOrEqual(1);
      }
    }),
    // To make a history smaller takes minutes; its path is enough to come back to it.
    { numRuns: 4, endOnFailure: true },
  );
});

it('G-164: whatever another writer puts into a module or its children, it is quiet after a few writes', async () => {
  const kinds = ['GatiModule', 'Deployment', 'Service', 'ConfigMap', 'NetworkPolicy'];
  await fc.assert(
    fc.asyncProperty(fc.array(foreignTo(kinds), { minLength: 1, maxLength: 3 }), async (foreign) => {
      const clock = new FakeClock();
      const target = new FakeDeploymentTarget({ now: () => clock.wall() });
      const deployer = new ModuleDeployer(target, undefined, { clock });
      target.place({
        kind: 'GatiModule',
        metadata: { namespace: NAMESPACE, name: 'mail' },
        spec: {
          moduleName: 'mail',
          moduleType: 'node',
          runtime: 'node:20',
          image: 'mail:1',
          port: 50051,
          replicas: 1,
          capabilities: [],
        },
      });
      const look = async (): Promise<number> => {
        const before = target.writes.length;
        for (let at = 0; at < 4; at++) {
          const found = (await target.get('GatiModule', NAMESPACE, 'mail')) as unknown as GatiModule;
          await deployer.reconcile(found);
          await clock.advance(HOUR);
        }
        return target.writes.length - before;
      };
      await look();
      for (const one of foreign) await writeForeign(target, one);
      expect(await look()).toBeLessThanOrEqual(FEW);
      expect(await look()).toBe(0);
    }),
    { numRuns: 20 },
  );
});
