import type { TestCluster } from '@slipway/test/clusters/cluster';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cluster, connect } from '../cluster/index.ts';
import { CustomResourceDefinition, defineKind } from '../kinds/index.ts';
import { installDefinition } from './index.ts';

const GROUP = 'install.test.slipway.dev';

const definition = (plural: string, kind: string, { versions = ['v1'], minimum = 0 } = {}) => ({
  metadata: { name: `${plural}.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural, kind, singular: kind.toLowerCase() },
    versions: versions.map((name, n) => ({
      name,
      served: true,
      storage: n === 0,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: { spec: { type: 'object', properties: { size: { type: 'integer', minimum } } } },
        },
      },
    })),
  },
});
const kindOf = (plural: string, kind: string, version = 'v1') =>
  defineKind<{ size: number }>({ group: GROUP, version, kind, plural, scope: 'Namespaced' });

describeCluster('installDefinition', { needs: ['apply', 'rbac'] }, (testCluster: () => TestCluster) => {
  let cluster: Cluster;
  const versionOf = async (name: string) => {
    const found = await cluster.client.live.get(CustomResourceDefinition, { name: `${name}.${GROUP}` });
    return found?.metadata.resourceVersion;
  };
  beforeAll(async () => {
    cluster = await connect({ text: testCluster().kubeconfig });
  });
  afterAll(() => cluster.close());

  it('returns once every served version answers; the same again writes nothing, another version is added', async () => {
    const { client } = cluster;
    await installDefinition(client, definition('gadgets', 'Gadget'));
    await client.create(kindOf('gadgets', 'Gadget'), {
      metadata: { namespace: 'default', name: 'a' },
      spec: { size: 1 },
    });
    // Its conditions are written for some time after it is established.
    await vi.waitFor(async () => {
      const before = await versionOf('gadgets');
      await installDefinition(client, definition('gadgets', 'Gadget'));
      expect(await versionOf('gadgets')).toBe(before);
    });
    await installDefinition(client, definition('gadgets', 'Gadget', { versions: ['v1', 'v2'] }));
    expect(await client.live.listAll(kindOf('gadgets', 'Gadget', 'v2'))).toHaveLength(1);
  });

  it('leaves a definition as it is whose fields another manager owns, names that one, and takes them when forced', async () => {
    const { client } = cluster;
    await client.apply(CustomResourceDefinition, definition('sprockets', 'Sprocket'), { fieldManager: 'helm' });
    const wanted = definition('sprockets', 'Sprocket', { minimum: 5 });
    await expect(installDefinition(client, wanted)).rejects.toMatchObject({
      code: 'APPLY_CONFLICT',
      message: expect.stringMatching(/sprockets\.install\.test.*"helm".*take these fields over with force/s),
    });
    await installDefinition(client, wanted, { force: true });
  });

  it('names what blocks when its time is over', async () => {
    const { client } = cluster;
    await installDefinition(client, definition('bolts', 'Bolt'));
    const rival = definition('screws', 'Bolt');
    await expect(installDefinition(client, rival, { deadlineMs: 100 })).rejects.toMatchObject({
      code: 'KUBE_NOT_ESTABLISHED',
      message: expect.stringMatching(/screws\.install\.test.*another definition has one of its names.*"BoltList"/s),
    });
  });

  it('says which right is missing, and what an administrator can run', async () => {
    const powerless = await connect({ text: await testCluster().kubeconfigFor('installer') });
    await expect(installDefinition(powerless.client, definition('nuts', 'Nut'))).rejects.toMatchObject({
      code: 'KUBE_FORBIDDEN',
      message: expect.stringMatching(/installer.*kubectl create clusterrole .* --verb=get,create,patch/s),
    });
    await powerless.close();
  });

  it('applies a definition again that goes while it is awaited', async () => {
    const { client } = cluster;
    const finalizers = [`${GROUP}/hold`];
    const { metadata, spec } = definition('washers', 'Washer');
    const held = { metadata: { ...metadata, finalizers }, spec };
    await client.apply(CustomResourceDefinition, held, { fieldManager: 'a' });
    await client.delete(CustomResourceDefinition, { name: metadata.name });
    const installed = installDefinition(client, { metadata, spec });
    await client.patch(
      CustomResourceDefinition,
      { name: metadata.name },
      { merge: { metadata: { finalizers: null } } },
    );
    await installed;
    const found = await client.live.get(CustomResourceDefinition, { name: metadata.name });
    expect(found?.metadata.deletionTimestamp).toBeUndefined();
  });
});
