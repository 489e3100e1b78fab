import { installKind } from '@slipway/test/clusters/install-kind';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOnce } from '../apply/index.ts';
import { type Cluster, connect } from '../cluster/index.ts';
import { isKubeError } from '../errors.ts';
import { ConfigMap, defineKind, Namespace } from '../kinds/index.ts';

interface WidgetSpec {
  size?: number;
}
const Widget = defineKind<WidgetSpec, { ready?: boolean }>({
  group: 'client.test.slipway.dev',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});

describeCluster('the client', { needs: ['objects'] }, (testCluster) => {
  const namespace = 'client-test';
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await connect({ text: testCluster().kubeconfig });
    await cluster.client.create(Namespace, { metadata: { name: namespace } });
    await installKind(cluster.client, Widget);
  });
  afterAll(() => cluster.close());

  it('R-50: every verb does what it says to the server, for typed and untyped kinds', async () => {
    const { client } = cluster;
    const ref = { namespace, name: 'verbs' };
    const created = await client.create(ConfigMap, { metadata: ref, data: { a: '1' } });
    expect(created).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1' } });

    const updated = await client.update(ConfigMap, { ...created, data: { a: '2' } });
    await expect(client.update(ConfigMap, { ...created, data: { a: '3' } })).rejects.toMatchObject({
      code: 'KUBE_CONFLICT',
      status: 409,
    });
    await client.patch(ConfigMap, ref, { merge: { data: { b: '1' } } });
    await client.patch(ConfigMap, ref, {
      json: [
        { op: 'test', path: '/data/b', value: '1' },
        { op: 'remove', path: '/data/b' },
      ],
    });
    expect(await client.live.get(ConfigMap, ref)).toMatchObject({ data: { a: '2' } });

    const untyped = await cluster.discovery.kind({ apiVersion: 'v1', kind: 'ConfigMap' });
    expect(await client.live.get(untyped, ref)).toMatchObject({ data: { a: '2' } });

    await expect(client.delete(ConfigMap, ref, { uid: 'another' })).rejects.toMatchObject({ code: 'KUBE_CONFLICT' });
    expect(await client.delete(ConfigMap, ref, { uid: updated.metadata.uid })).toBeUndefined();
    expect(await client.delete(ConfigMap, ref)).toBeUndefined();
    expect(await client.live.get(ConfigMap, ref)).toBeUndefined();
  });

  it('R-125: a failed test of a JSON Patch is a conflict, and only that: what the server refuses stays refused', async () => {
    const { client } = cluster;
    const ref = { namespace, name: 'tested' };
    const { metadata } = await client.create(Widget, { metadata: { ...ref, labels: { a: '1' } }, spec: { size: 1 } });
    const status = client.subresource(Widget, ref, 'status');
    const isSame = { op: 'test', path: '/metadata/uid', value: metadata.uid } as const;
    const isOther = { op: 'test', path: '/metadata/labels/a', value: 'other' } as const;
    const isAbsent = { op: 'test', path: '/metadata/annotations/a', value: '1' } as const;
    const refused = { code: 'KUBE_CONFLICT', status: 422, message: expect.stringContaining('"tested"') };
    for (const json of [
      [isOther],
      [isSame, isOther],
      [isSame, { op: 'remove', path: '/spec/none' }],
      [isAbsent],
    ] as const) {
      await expect(client.patch(Widget, ref, { json })).rejects.toMatchObject(refused);
      await expect(status.patch({ json })).rejects.toMatchObject(refused);
    }
    const invalid = { code: 'KUBE_INVALID', status: 422 };
    const unfit = [{ op: 'remove', path: '/spec/none' }] as const;
    await expect(client.patch(Widget, ref, { json: unfit })).rejects.toMatchObject(invalid);
    const badLabel = { op: 'replace', path: '/metadata/labels/a', value: 'not a label!' } as const;
    await expect(client.patch(Widget, ref, { json: [isSame, badLabel] })).rejects.toMatchObject(invalid);
  });

  it('R-50: a list comes in pages of one state, and whole where asked', async () => {
    const { client } = cluster;
    const labels = { list: 'pages' };
    for (let i = 0; i < 5; i++) await client.create(ConfigMap, { metadata: { namespace, name: `page-${i}`, labels } });
    const selected = { namespace, labelSelector: 'list=pages' };
    const sizes: number[] = [];
    const versions = new Set<string>();
    for await (const page of client.live.list(ConfigMap, { ...selected, pageSize: 2 })) {
      sizes.push(page.items.length);
      versions.add(page.resourceVersion);
      for (const item of page.items) expect(item).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(versions.size).toBe(1);
    expect(await client.live.listAll(ConfigMap, { ...selected, pageSize: 2 })).toHaveLength(5);
    const [metadata] = await client.live.listMetadata(ConfigMap, selected);
    expect(metadata).not.toHaveProperty('data');
    await client.deleteMany(ConfigMap, selected);
    expect(await client.live.listAll(ConfigMap, selected)).toEqual([]);
  });

  it('R-50: dry runs write nothing, and generated names are made by the server', async () => {
    const { client } = cluster;
    const ref = { namespace, name: 'dry' };
    await client.create(ConfigMap, { metadata: ref }, { dryRun: true });
    expect(await client.live.get(ConfigMap, ref)).toBeUndefined();
    const named = await client.create(ConfigMap, { metadata: { namespace, generateName: 'made-' } });
    expect(named.metadata.name).toMatch(/^made-.{5}$/);
  });

  it('R-50: status is written apart from the spec, through its subresource', async () => {
    const { client } = cluster;
    const ref = { namespace, name: 'status' };
    const created = await client.create(Widget, { metadata: ref, spec: { size: 1 }, status: { ready: true } });
    expect(created.status).toBeUndefined();
    const status = client.subresource<typeof created>(Widget, ref, 'status');
    await status.update({ ...created, spec: { size: 9 }, status: { ready: true } });
    await status.patch({ merge: { status: { ready: false } } });
    expect(await client.live.get(Widget, ref)).toMatchObject({
      metadata: { generation: 1 },
      spec: { size: 1 },
      status: { ready: false },
    });
  });

  it('R-109: an object with finalizers is returned while it ends, and is gone after the last one', async () => {
    const { client } = cluster;
    const ref = { namespace, name: 'ending' };
    await client.create(ConfigMap, { metadata: { ...ref, finalizers: ['test.slipway.dev/hold'] } });
    expect((await client.delete(ConfigMap, ref))?.metadata.deletionTimestamp).toBeDefined();
    await client.patch(ConfigMap, ref, { merge: { metadata: { finalizers: null } } });
    expect(await client.live.get(ConfigMap, ref)).toBeUndefined();
  });

  it('R-110: of two that create a generated value the second gets the first one’s', async () => {
    const { client } = cluster;
    const access = { live: client.live, writer: client };
    const object = (value: string) => ({ metadata: { namespace, name: 'generated' }, data: { value } });
    const both = await Promise.all([
      createOnce(access, ConfigMap, object('one')),
      createOnce(access, ConfigMap, object('two')),
    ]);
    expect(both[0].data).toEqual(both[1].data);
    expect((await createOnce(access, ConfigMap, object('three'))).data).toEqual(both[0].data);
  });

  it('R-43: a kind that is not served is an error that names it, not an absent object', async () => {
    const Absent = defineKind({ ...Widget, plural: 'absents', kind: 'Absent' });
    const error = await cluster.client.live.get(Absent, { namespace, name: 'x' }).catch((e: unknown) => e);
    expect(isKubeError(error, 'KUBE_NOT_FOUND')).toBe(true);
  });

  it('R-49: get and list read a held cache without a request, and say so when there is none', async () => {
    const { client } = cluster;
    expect(() => client.get(ConfigMap, { namespace, name: 'x' })).toThrow(
      expect.objectContaining({ code: 'CACHE_OUT_OF_SCOPE' }),
    );
    await client.create(ConfigMap, { metadata: { namespace, name: 'cached' }, data: { here: 'yes' } });
    const cache = cluster.cache(ConfigMap, { namespaces: [namespace] });
    await cache.waitForSync();
    const sent = (await testCluster().requests()).length;
    expect(client.get(ConfigMap, { namespace, name: 'cached' })?.data).toEqual({ here: 'yes' });
    expect(client.list(ConfigMap, { namespace }).length).toBeGreaterThan(0);
    expect((await testCluster().requests()).length).toBe(sent);
    await cache.release();
    expect(() => client.list(ConfigMap, { namespace })).toThrow(/No cache holds/);
  });

  it('R-173: a kind is found by name, and one whose CRD comes later is found without a restart', async () => {
    expect(await cluster.discovery.kind({ kind: 'Widget' })).toEqual(Widget);
    await expect(cluster.discovery.kind({ kind: 'Gadget' })).rejects.toMatchObject({ code: 'KUBE_UNKNOWN_KIND' });
  });
});

describeCluster('the client and schemas', { needs: ['objects', 'schema'] }, (testCluster) => {
  it('R-50: a misspelt field is refused unless the caller says otherwise', async () => {
    const cluster = await connect({ text: testCluster().kubeconfig });
    const metadata = { namespace: 'default', name: 'misspelt' };
    const misspelt = { metadata, dta: {} } as object as { metadata: typeof metadata };
    await expect(cluster.client.create(ConfigMap, misspelt)).rejects.toMatchObject({
      code: 'KUBE_INVALID',
      status: 400,
    });
    await cluster.client.create(ConfigMap, misspelt, { fieldValidation: 'Ignore' });
    await cluster.close();
  });
});
