import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { type ContractCase, codeOf, configMap, contractCase } from './world.ts';

export const objectCases: readonly ContractCase[] = [
  contractCase(
    'G-137: a resource without apiVersion is placed by its kind, and what it carries beside a spec arrives',
    async ({ target, freshNamespace }) => {
      const namespace = await freshNamespace();
      await target.apply(configMap(namespace, 'plain', { 'a.txt': 'x: {{ y }}\n' }));
      const seen = await target.get('ConfigMap', namespace, 'plain');
      equal(seen?.apiVersion, 'v1');
      deepEqual(seen?.data, { 'a.txt': 'x: {{ y }}\n' });
      deepEqual(seen?.spec, {});
    },
  ),

  contractCase('G-137: kinds of other groups are accepted, with numbers and lists as given', async (world) => {
    const namespace = await world.freshNamespace();
    const scaler: DeploymentResource = {
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'web', namespace },
      spec: {
        minReplicas: 2,
        maxReplicas: 1_000_000,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      },
    };
    await world.target.apply(scaler);
    const seen = await world.target.get('HorizontalPodAutoscaler', namespace, 'web');
    deepEqual([seen?.apiVersion, seen?.spec.minReplicas, seen?.spec.maxReplicas], ['autoscaling/v2', 2, 1_000_000]);
  }),

  contractCase('G-137: a kind that nobody serves is refused by name', async ({ target, freshNamespace }) => {
    const namespace = await freshNamespace();
    const resource = { kind: 'Zeppelin', metadata: { name: 'z', namespace }, spec: {} };
    equal(await codeOf(() => target.apply(resource)), 'TARGET_UNKNOWN_KIND');
    equal(await codeOf(() => target.get('Zeppelin', namespace, 'z')), 'TARGET_UNKNOWN_KIND');
  }),

  contractCase('G-138: apply creates, then updates, and the same again writes nothing', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    await target.apply(configMap(namespace, 'it', { step: '1', gone: 'soon' }));
    await target.apply(configMap(namespace, 'it', { step: '2' }));
    const second = await target.get('ConfigMap', namespace, 'it');
    deepEqual(second?.data, { step: '2' });
    await target.apply(configMap(namespace, 'it', { step: '2' }));
    const third = await target.get('ConfigMap', namespace, 'it');
    equal(third?.metadata.resourceVersion, second?.metadata.resourceVersion);
  }),

  contractCase('G-138: get gives null for what does not exist, and rejects when it cannot know', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    equal(await target.get('ConfigMap', namespace, 'absent'), null);
    if (!world.failReads) return;
    const heal = world.failReads();
    try {
      match(await codeOf(() => target.get('ConfigMap', namespace, 'absent')), /^[A-Z]+_/);
      match(await codeOf(() => target.list('ConfigMap', namespace)), /^[A-Z]+_/);
      match(await codeOf(() => target.apply(configMap(namespace, 'absent', {}))), /^[A-Z]+_/);
    } finally {
      heal();
    }
    equal(await target.get('ConfigMap', namespace, 'absent'), null);
  }),

  contractCase('G-138: delete removes; of what is gone it succeeds; another uid is left alone', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    await target.apply(configMap(namespace, 'it', { a: '1' }));
    const uid = (await target.get('ConfigMap', namespace, 'it'))?.metadata.uid;
    if (uid !== undefined) {
      await target.delete('ConfigMap', namespace, 'it', { uid: '00000000-0000-4000-8000-000000000000' });
      notEqual(await target.get('ConfigMap', namespace, 'it'), null);
    }
    await target.delete('ConfigMap', namespace, 'it', uid === undefined ? {} : { uid });
    await world.until(async () => (await target.get('ConfigMap', namespace, 'it')) === null);
    await target.delete('ConfigMap', namespace, 'it');
  }),

  contractCase('G-138: an object that is made anew after its deletion is applied again', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    await target.apply(configMap(namespace, 'it', { a: '1' }));
    await target.delete('ConfigMap', namespace, 'it');
    await world.until(async () => (await target.get('ConfigMap', namespace, 'it')) === null);
    await target.apply(configMap(namespace, 'it', { a: '1' }));
    deepEqual((await target.get('ConfigMap', namespace, 'it'))?.data, { a: '1' });
  }),

  contractCase('G-138: list selects by all labels, in one namespace or with the empty name in all', async (world) => {
    const [one, two] = [await world.freshNamespace(), await world.freshNamespace()];
    const { target } = world;
    await target.apply(configMap(one, 'both', {}, { case: one, tier: 'web' }));
    await target.apply(configMap(one, 'half', {}, { case: one }));
    await target.apply(configMap(two, 'far', {}, { case: one, tier: 'web' }));
    const names = async (namespace: string): Promise<string[]> =>
      (await target.list('ConfigMap', namespace, { case: one, tier: 'web' }))
        .map(({ metadata }) => metadata.name)
        .toSorted();
    deepEqual(await names(one), ['both']);
    deepEqual(await names(''), ['both', 'far']);
  }),

  contractCase('G-23, G-138: an object of the same name that someone else made is left as it is', async (world) => {
    const namespace = await world.freshNamespace();
    await world.createForeign(configMap(namespace, 'taken', { whose: 'theirs' }));
    match(await codeOf(() => world.target.apply(configMap(namespace, 'taken', { whose: 'ours' }))), /^[A-Z]+_/);
    deepEqual((await world.target.get('ConfigMap', namespace, 'taken'))?.data, { whose: 'theirs' });
  }),
];
