import type { IDeploymentTarget } from '@gati-framework/contracts/deployment';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleModule } from '../../test/manifests/samples.ts';
import { type ReadModule, storePort } from '../cluster/index.ts';
import { builtInObjects } from '../manifests/index.ts';
import { cleanUpModule, type ModuleDeps, type ModuleOutcome } from '../modules/index.ts';
import { FakeDeploymentTarget } from '../testing/index.ts';
import type { GatiModuleSpec } from '../types/index.ts';
import { ModuleDeployer } from './module-deployer.ts';

const metadata = { namespace: 'shop', name: 'db-module' };
const NAME = 'module-db-module';

let target: FakeDeploymentTarget;
let deployer: ModuleDeployer;

beforeEach(() => {
  target = new FakeDeploymentTarget();
  deployer = new ModuleDeployer(target);
});

const stored = async () => (await target.get('GatiModule', 'shop', 'db-module')) as unknown as ReadModule;

/** Writes the module and looks at it until nothing is written any more. */
async function settled(spec: Partial<GatiModuleSpec> = {}): Promise<ModuleOutcome> {
  await target.apply({ kind: 'GatiModule', metadata, spec: { ...sampleModule, ...spec } });
  for (let round = 0; round < 10; round++) {
    const outcome = await deployer.reconcile(await stored());
    if (!outcome.again) return outcome;
  }
  throw new Error('it never settles');
}

const conditionOf = async (type: string) => (await stored()).status?.conditions?.find((one) => one.type === type);

describe('the deployer of modules', () => {
  test('G-120 G-152: a module becomes Running, and then nothing is written', async () => {
    expect(await settled()).toMatchObject({ phase: 'Running' });
    const writes = target.writes.length;
    await deployer.reconcile(await stored());
    expect(target.writes).toHaveLength(writes);
    expect((await stored()).status).toMatchObject({ phase: 'Running', replicas: 1, readyReplicas: 1 });
    for (const type of ['Accepted', 'Ready', 'Synced', 'Scaled', 'NetworkIsolated'])
      expect([type, (await conditionOf(type))?.status]).toEqual([type, 'True']);
  });

  test('G-120: what is wanted no more goes', async () => {
    await settled({ replicas: 2 });
    expect(await target.get('PodDisruptionBudget', 'shop', NAME)).not.toBeNull();
    await settled({ replicas: 0 });
    expect(await target.get('PodDisruptionBudget', 'shop', NAME)).toBeNull();
    expect((await target.get('Deployment', 'shop', NAME))?.spec.replicas).toBe(0);
  });

  test('G-126: a bad capability changes nothing of a running module', async () => {
    await settled();
    const before = await target.get('Deployment', 'shop', NAME);
    expect(await settled({ image: 'other:2', capabilities: ['teleport'] })).toMatchObject({
      phase: 'Failed',
      code: 'UnknownCapability',
      objects: [],
    });
    expect(await target.get('Deployment', 'shop', NAME)).toEqual(before);
  });

  test('G-23 G-153: a name that is taken is left alone, and the rest goes on', async () => {
    const foreign = { kind: 'Service', metadata: { namespace: 'shop', name: NAME }, spec: { selector: { a: 'b' } } };
    target.place(foreign);
    const outcome = await settled();
    expect(outcome).toMatchObject({ code: 'NameTaken', wakeAt: expect.any(Number) });
    expect((await target.get('Service', 'shop', NAME))?.spec.selector).toEqual({ a: 'b' });
    expect(await target.get('NetworkPolicy', 'shop', NAME)).not.toBeNull();
    expect((await conditionOf('Synced'))?.message).toContain(`Service ${NAME}`);
  });

  test('G-156: a cleanup that is refused says what stands in the way, and after ten minutes tells it, once per cause', async () => {
    await settled();
    const events: string[] = [];
    let refused = true;
    let why = 'a webhook says no';
    let now = Date.parse('2030-01-01T01:00:00Z');
    const stubborn: IDeploymentTarget = {
      apply: (resource) => target.apply(resource),
      delete: async (...ref) => (refused ? Promise.reject(new Error(why)) : target.delete(...ref)),
      get: (...ref) => target.get(...ref),
      list: (...query) => target.list(...query),
      watch: (...watch) => target.watch(...watch),
    };
    const deps: ModuleDeps = {
      port: storePort(target),
      target: stubborn,
      settings: { generator: builtInObjects, hasOwners: true, targetKind: 'kubernetes' },
      hasRuntimeClass: () => true,
      tell: (_, { reason }) => void events.push(reason),
      now: () => now,
    };
    expect(await cleanUpModule(deps, await stored())).toContain('a webhook says no');
    expect(await conditionOf('Deleting')).toMatchObject({ status: 'True', reason: 'CleaningUp' });
    expect(events).toEqual([]);
    now += 600_000;
    await cleanUpModule(deps, await stored());
    expect(await conditionOf('Deleting')).toMatchObject({ status: 'True', reason: 'CleanupBlocked' });
    now += 30_000;
    await cleanUpModule(deps, await stored());
    expect(events).toEqual(['CleanupBlocked']);
    why = 'a second webhook says no';
    for (let look = 0; look < 3; look++) await cleanUpModule(deps, await stored());
    expect(events).toEqual(['CleanupBlocked', 'CleanupBlocked']);
    refused = false;
    expect(await cleanUpModule(deps, await stored())).toBeUndefined();
    for (const kind of ['Deployment', 'Service', 'ConfigMap', 'NetworkPolicy'])
      expect([kind, await target.get(kind, 'shop', NAME)]).toEqual([kind, null]);
  });

  test('G-136: a target that knows nothing of sets is given one object after the other, and may write into it', async () => {
    const store = new FakeDeploymentTarget();
    const own: IDeploymentTarget = {
      async apply(resource) {
        await store.apply(resource);
        resource.metadata.resourceVersion = '1';
      },
      delete: (...ref) => store.delete(...ref),
      get: (...ref) => store.get(...ref),
      list: async () => [],
      watch: async () => undefined,
    };
    const kinds = ['ConfigMap', 'Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];
    const made = async (): Promise<string[]> => {
      return (await Promise.all(kinds.map((kind) => store.list(kind, ''))))
        .flat()
        .map(({ kind, metadata: { name } }) => `${kind}/${name}`);
    };
    const two = new ModuleDeployer(own);
    const module = { metadata, spec: { ...sampleModule, replicas: 2 } };
    await own.apply({ kind: 'GatiModule', metadata: { ...metadata }, spec: module.spec });
    await two.reconcile(module);
    expect(await made()).toEqual(kinds.map((kind) => `${kind}/${NAME}`));
    await two.reconcile({ ...module, spec: { ...sampleModule, replicas: 0 } });
    expect(await made()).not.toContain(`PodDisruptionBudget/${NAME}`);
  });
});
