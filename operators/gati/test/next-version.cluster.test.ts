import { connect, installDefinition, type ObjectOf } from '@slipway/kube';
import { CustomResourceDefinition } from '@slipway/kube/kinds';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it } from 'vitest';
import { GatiHandlerKind, gatiHandlers } from '../src/types/index.ts';

type Definition = ObjectOf<typeof CustomResourceDefinition>;
const NAME = { name: 'gatihandlers.gati.dev' };

/** The definition with a second version of the same schema. */
function widened(definition: Definition, storage: string, served: readonly string[]): Definition {
  const [first] = definition.spec.versions;
  if (!first) throw new Error('the definition has no version');
  const versions = ['v1alpha1', 'v1beta1'].map((name) => ({
    ...first,
    name,
    served: served.includes(name),
    storage: name === storage,
  }));
  return { ...definition, spec: { ...definition.spec, conversion: { strategy: 'None' }, versions } };
}

describeCluster('the next version of the kinds', { needs: ['objects', 'schema'] }, (on) => {
  it('G-192: is served beside this one and takes over the storage, and this one ends; nothing is lost', async () => {
    const cluster = await connect({ text: on().kubeconfig });
    const { client } = cluster;
    const beta = { ...GatiHandlerKind, version: 'v1beta1' };
    const metadata = { namespace: 'default', name: 'users' };
    const spec = { handlerPath: '/users', version: 'v1', replicas: 1, image: 'users:1', port: 3000 };
    const change = async (next: Definition): Promise<void> => {
      const present = await client.live.get(CustomResourceDefinition, NAME);
      await client.update(CustomResourceDefinition, { ...next, metadata: present?.metadata ?? {} });
    };
    const readBy = (kind: typeof GatiHandlerKind) =>
      client.live.get(kind, metadata).then(
        (object) => object?.spec,
        () => undefined,
      );
    await installDefinition(client, gatiHandlers.manifest);
    const definition = await client.live.get(CustomResourceDefinition, NAME);
    if (!definition) throw new Error('the definition is gone');
    await client.create(GatiHandlerKind, { metadata, spec });

    // Both are served: what one writes the other reads.
    await change(widened(definition, 'v1alpha1', ['v1alpha1', 'v1beta1']));
    await expect.poll(() => readBy(beta)).toEqual(spec);
    await client.patch(beta, metadata, { merge: { spec: { replicas: 2 } } });
    expect((await readBy(GatiHandlerKind))?.replicas).toBe(2);

    // The storage moves, objects are rewritten, and the old version is forgotten.
    await change(widened(definition, 'v1beta1', ['v1alpha1', 'v1beta1']));
    await client.patch(beta, metadata, { merge: { metadata: { annotations: { rewritten: 'yes' } } } });
    await client
      .subresource(CustomResourceDefinition, NAME, 'status')
      .patch({ merge: { status: { storedVersions: ['v1beta1'] } } });
    await change(widened(definition, 'v1beta1', ['v1beta1']));
    await expect.poll(() => readBy(GatiHandlerKind)).toBeUndefined();
    expect(await readBy(beta)).toEqual({ ...spec, replicas: 2 });
    await client.delete(CustomResourceDefinition, NAME);
    await cluster.close();
  });
});
