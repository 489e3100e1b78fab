import { deepEqual, equal, ok } from 'node:assert/strict';
import type {
  ApplyReport,
  DeploymentResource,
  IDeploymentTarget,
  ResourceSet,
  TargetStatus,
} from '@gati-framework/contracts/deployment';
import { type ContractCase, codeOf, configMap, contractCase, ownerIn, setOf } from './world.ts';

/** The outcomes of a report, as `web created`. */
function outcomes({ results }: ApplyReport): string[] {
  return results.map(({ ref, outcome }) => `${ref.name} ${outcome}`);
}

async function applySet(target: IDeploymentTarget, set: ResourceSet): Promise<ApplyReport> {
  if (!target.applySet) throw new Error('the target applies no sets');
  return target.applySet(set);
}

async function statusOf(target: IDeploymentTarget, namespace: string): Promise<TargetStatus | undefined> {
  if (!target.syncStatus) throw new Error('the target does not tell how a set stands');
  return (await target.syncStatus(ownerIn(namespace))).value;
}

async function namesIn(target: IDeploymentTarget, namespace: string, part: string): Promise<string[]> {
  const found = await target.list('ConfigMap', namespace, { part });
  return found.map(({ metadata }) => metadata.name).toSorted();
}

const member = (namespace: string, name: string, n = '1'): DeploymentResource =>
  configMap(namespace, name, { n }, { part: 'shop' });

export const setCases: readonly ContractCase[] = [
  contractCase('G-138, G-171: a set is applied as one, and what leaves it goes', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    const first = await applySet(target, setOf(namespace, member(namespace, 'a'), member(namespace, 'b')));
    deepEqual(outcomes(first), ['a created', 'b created']);
    const second = await applySet(target, setOf(namespace, member(namespace, 'b', '2'), member(namespace, 'c')));
    deepEqual(outcomes(second).toSorted(), ['a deleted', 'b updated', 'c created']);
    await world.until(async () => (await namesIn(target, namespace, 'shop')).join() === 'b,c');
    deepEqual((await target.get('ConfigMap', namespace, 'b'))?.data, { n: '2' });
  }),

  contractCase('G-152, G-171: the same set again writes nothing and has the same revision', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    const set = setOf(namespace, member(namespace, 'a'), member(namespace, 'b'));
    const first = await applySet(target, set);
    const versions = async (): Promise<(string | undefined)[]> =>
      (await target.list('ConfigMap', namespace)).map(({ metadata }) => metadata.resourceVersion);
    const before = await versions();
    const again = await applySet(target, set);
    deepEqual(outcomes(again), ['a unchanged', 'b unchanged']);
    equal(again.revision, first.revision);
    deepEqual(await versions(), before);
  }),

  contractCase('G-150, G-152: an object of a set that was deleted by hand comes back', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    const set = setOf(namespace, member(namespace, 'a'), member(namespace, 'b'));
    await applySet(target, set);
    await target.delete('ConfigMap', namespace, 'a');
    await world.until(async () => (await target.get('ConfigMap', namespace, 'a')) === null);
    await applySet(target, set);
    await world.until(async () => (await namesIn(target, namespace, 'shop')).join() === 'a,b');
  }),

  contractCase('G-155: the empty set removes everything of its owner and nothing of others', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    await world.createForeign(configMap(namespace, 'theirs', {}, { part: 'shop' }));
    await applySet(target, setOf(namespace, member(namespace, 'a'), member(namespace, 'b')));
    await applySet(target, { owner: ownerIn(namespace, 'other'), resources: [member(namespace, 'o')] });
    await applySet(target, setOf(namespace));
    await world.until(async () => (await namesIn(target, namespace, 'shop')).join() === 'o,theirs');
    deepEqual(outcomes(await applySet(target, setOf(namespace))), []);
  }),

  contractCase('G-137: a set with an unknown kind sends nothing at all', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    const zeppelin = { kind: 'Zeppelin', metadata: { name: 'z', namespace }, spec: {} };
    const code = await codeOf(() => applySet(target, setOf(namespace, member(namespace, 'a'), zeppelin)));
    equal(code, 'TARGET_UNKNOWN_KIND');
    deepEqual(await namesIn(target, namespace, 'shop'), []);
  }),

  contractCase(
    'G-153: of a set that is refused in part the report says what failed, and nothing leaves',
    async (world) => {
      const namespace = await world.freshNamespace();
      const { target } = world;
      await applySet(target, setOf(namespace, member(namespace, 'old')));
      await world.createForeign(configMap(namespace, 'taken', { whose: 'theirs' }));
      const report = await applySet(target, setOf(namespace, member(namespace, 'new'), member(namespace, 'taken')));
      const taken = report.results.find(({ ref }) => ref.name === 'taken');
      equal(taken?.outcome, 'failed');
      ok(taken?.error?.code && taken.error.message.includes('taken'), 'the error names the object');
      deepEqual((await target.get('ConfigMap', namespace, 'taken'))?.data, { whose: 'theirs' });
      ok(await target.get('ConfigMap', namespace, 'old'), 'what still serves stays');

      // What was half applied is not forgotten: the next set has it removed.
      await applySet(target, setOf(namespace, member(namespace, 'last')));
      await world.until(async () => (await namesIn(target, namespace, 'shop')).join() === 'last');
    },
  ),

  contractCase('G-175: how a set stands is unknown before, then tells the revision that was applied', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    equal(await statusOf(target, namespace), undefined);
    const { revision } = await applySet(target, setOf(namespace, member(namespace, 'a')));
    await world.until(async () => (await statusOf(target, namespace))?.sync === 'Synced');
    const status = await statusOf(target, namespace);
    deepEqual([status?.revision, status?.health], [revision, 'Healthy']);
  }),

  contractCase('G-175: undoing is applying the earlier set, which is a new change', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    const before = setOf(namespace, member(namespace, 'a', '1'));
    await applySet(target, before);
    await applySet(target, setOf(namespace, member(namespace, 'a', '2'), member(namespace, 'b')));
    await applySet(target, before);
    await world.until(async () => (await namesIn(target, namespace, 'shop')).join() === 'a');
    deepEqual((await target.get('ConfigMap', namespace, 'a'))?.data, { n: '1' });
  }),
];
