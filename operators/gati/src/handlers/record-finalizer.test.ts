import { expect, test } from 'vitest';
import { type ReadVersion, storePort } from '../cluster/index.ts';
import { FINALIZERS } from '../names/index.ts';
import { FakeDeploymentTarget } from '../testing/index.ts';
import { finalizerOperations, removeFinalizer } from './record-finalizer.ts';

const ref = { kind: 'GatiVersion', namespace: 'shop', name: 'users-v1' };

async function created(finalizers?: string[]) {
  const port = storePort(new FakeDeploymentTarget());
  const record = {
    ...ref,
    metadata: { namespace: 'shop', name: 'users-v1', ...(finalizers && { finalizers }) },
    spec: {},
  };
  const read = (await port.create(record)) as unknown as ReadVersion;
  const finalizersNow = async () => (await port.get(ref.kind, ref.namespace, ref.name))?.metadata.finalizers;
  return { port, read, finalizersNow };
}

test('R-124: two replicas that both put the finalizer on leave one', async () => {
  for (const before of [undefined, ['other/one']]) {
    const { port, read, finalizersNow } = await created(before);
    await port.patch(ref, finalizerOperations(read));
    await expect(port.patch(ref, finalizerOperations(read))).rejects.toMatchObject({ code: 'KUBE_CONFLICT' });
    expect(await finalizersNow()).toEqual([...(before ?? []), FINALIZERS.version]);
  }
});

test('R-125: the finalizer of a record goes at once, although its list has changed since it was read', async () => {
  const { port, read, finalizersNow } = await created(['other/one', FINALIZERS.version]);
  await port.patch(ref, [{ op: 'remove', path: '/metadata/finalizers/0' }]);
  await removeFinalizer(port, read);
  expect(await finalizersNow()).toEqual([]);
});

test('R-125: a record that is gone, or another of its name, is left alone', async () => {
  const { port, read, finalizersNow } = await created([FINALIZERS.version]);
  const another = { ...read, metadata: { ...read.metadata, uid: 'another' } };
  await removeFinalizer(port, another);
  expect(await finalizersNow()).toEqual([FINALIZERS.version]);
});
