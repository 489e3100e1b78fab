import { describe, expect, it, vi } from 'vitest';
import { CONFIG_MAPS, configMap, useCluster, WIDGETS, widget, widgetDefinition } from '../support/fixture.ts';

describe('the garbage collector', () => {
  const fixture = useCluster(() => ({ controllers: true }));
  const owner = async (name: string, rest: object = {}) =>
    (await fixture.client.post(CONFIG_MAPS, configMap(name, rest))).body;
  const referenceTo = (object: { metadata: { name: string; uid: string } }, rest: object = {}) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: object.metadata.name,
    uid: object.metadata.uid,
    ...rest,
  });
  const dependent = (name: string, ...ownerReferences: object[]) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ownerReferences },
  });
  const make = async (name: string, ...owners: object[]) =>
    (await fixture.client.post(CONFIG_MAPS, dependent(name, ...owners))).body;
  const names = async (): Promise<string[]> => {
    const { body } = await fixture.client.get(CONFIG_MAPS);
    return body.items
      .map(({ metadata }: { metadata: { name: string } }) => metadata.name)
      .filter((name: string) => name !== 'kube-root-ca.crt');
  };
  const left = (expected: string[]): Promise<void> => vi.waitFor(async () => expect(await names()).toEqual(expected));

  it('L-7: in the background the owner goes first, then all that hangs on it', async () => {
    const top = await owner('top');
    const middle = await make('middle', referenceTo(top));
    await make('bottom', referenceTo(middle));
    await fixture.client.delete(`${CONFIG_MAPS}/top`);
    await left([]);
  });

  it('L-7: one of two owners that goes is taken off, and the object stays', async () => {
    const [one, two] = [await owner('one'), await owner('two')];
    await make('child', referenceTo(one), referenceTo(two));
    await fixture.client.delete(`${CONFIG_MAPS}/one`);
    await vi.waitFor(async () => {
      const { body } = await fixture.client.get(`${CONFIG_MAPS}/child`);
      expect(body.metadata.ownerReferences.map(({ name }: { name: string }) => name)).toEqual(['two']);
    });
    await fixture.client.delete(`${CONFIG_MAPS}/two`);
    await left([]);
  });

  it('L-7: in the foreground the owner waits for what blocks it', async () => {
    const top = await owner('top');
    await make('blocking', referenceTo(top, { blockOwnerDeletion: true }));
    await fixture.client.merge(`${CONFIG_MAPS}/blocking`, { metadata: { finalizers: ['test.dev/hold'] } });
    await fixture.client.delete(`${CONFIG_MAPS}/top`, { propagationPolicy: 'Foreground' });
    await vi.waitFor(async () => {
      expect((await fixture.client.get(`${CONFIG_MAPS}/blocking`)).body.metadata.deletionTimestamp).toBeDefined();
    });
    expect((await fixture.client.get(`${CONFIG_MAPS}/top`)).body.metadata.finalizers).toEqual(['foregroundDeletion']);
    await fixture.client.merge(`${CONFIG_MAPS}/blocking`, { metadata: { finalizers: null } });
    await left([]);
  });

  it('L-7: two that own each other do not wait for each other', async () => {
    const one = await owner('one');
    const two = await make('two', referenceTo(one, { blockOwnerDeletion: true }));
    await fixture.client.merge(`${CONFIG_MAPS}/one`, {
      metadata: { ownerReferences: [referenceTo(two, { blockOwnerDeletion: true })] },
    });
    await fixture.client.delete(`${CONFIG_MAPS}/one`, { propagationPolicy: 'Foreground' });
    await left([]);
  });

  it('L-7: orphans keep nothing of their owner', async () => {
    const top = await owner('top');
    await make('child', referenceTo(top));
    await fixture.client.delete(`${CONFIG_MAPS}/top`, { propagationPolicy: 'Orphan' });
    await left(['child']);
    expect((await fixture.client.get(`${CONFIG_MAPS}/child`)).body.metadata.ownerReferences).toBeUndefined();
    await fixture.client.delete(`${CONFIG_MAPS}/child`);
  });

  it('L-7: an owner that is not there, or another of its name, does not hold anything', async () => {
    await make('lost', { apiVersion: 'v1', kind: 'ConfigMap', name: 'nobody', uid: 'no-such-uid' });
    const top = await owner('top');
    await make('mistaken', referenceTo({ metadata: { ...top.metadata, uid: 'an-earlier-uid' } }));
    await left(['top']);
    await make('unknown', { apiVersion: 'nobody.dev/v1', kind: 'Nothing', name: 'x', uid: 'y' });
    await left(['top', 'unknown']);
    for (const name of ['top', 'unknown']) await fixture.client.delete(`${CONFIG_MAPS}/${name}`);
  });

  it('L-7 L-9: custom objects own and are owned', async () => {
    await fixture.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition());
    await vi.waitFor(async () => expect((await fixture.client.get(WIDGETS)).status).toBe(200));
    const parent = (await fixture.client.post(WIDGETS, widget('parent'))).body;
    const reference = { apiVersion: 'demo.io/v1', kind: 'Widget', name: 'parent', uid: parent.metadata.uid };
    await make('of-widget', reference);
    await fixture.client.post(WIDGETS, {
      ...widget('child'),
      metadata: { name: 'child', ownerReferences: [reference] },
    });
    await fixture.client.delete(`${WIDGETS}/parent`);
    await left([]);
    await vi.waitFor(async () => expect((await fixture.client.get(WIDGETS)).body.items).toEqual([]));
  });
});
