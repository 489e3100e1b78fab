import { type AnyObject, KubeError } from '@slipway/kube';
import { describe, expect, it } from 'vitest';
import { addFinalizerPatch, changeFinalizer, finalizerStep, removeFinalizerPatch } from './index.ts';

const NAME = 'demo.io/cleanup';
const object = (finalizers: string[], more: object = {}): AnyObject => ({
  metadata: { namespace: 'n', name: 'a', uid: 'u', finalizers, ...more },
});
const refused = (status: 409 | 422) => new KubeError('KUBE_CONFLICT', 'changed', { status });
const gone = new KubeError('KUBE_NOT_FOUND', 'gone', { status: 404, body: { details: { name: 'a' } } });

/** An access whose patches fail as set, one after the other, and whose reads show `live`. */
function accessWith(failures: unknown[], live: AnyObject | undefined) {
  const patches: unknown[] = [];
  const access = {
    async patch(patch: unknown) {
      patches.push(patch);
      const failure = failures.shift();
      if (failure) throw failure;
    },
    read: async () => live,
  };
  return { access, patches };
}
const add = (read: Parameters<typeof finalizerStep>[0]) =>
  read && finalizerStep(read, NAME) === 'add' ? addFinalizerPatch(read, NAME) : undefined;

describe('changing finalizers', () => {
  it('R-125: a failed test (422) and a conflict (409) mean: read again and try again', async () => {
    for (const status of [409, 422] as const) {
      const { access, patches } = accessWith([refused(status)], object(['other']));
      await changeFinalizer(access, object([]), add);
      expect(patches).toHaveLength(2);
      expect(patches[1]).toEqual(addFinalizerPatch(object(['other']), NAME));
    }
  });

  it('R-125: an object that is gone is done, and so is one that is now another', async () => {
    const removed = accessWith([gone], undefined);
    const remove = (read: Parameters<typeof removeFinalizerPatch>[0]) => removeFinalizerPatch(read, NAME);
    await changeFinalizer(removed.access, object([NAME]), remove);
    expect(removed.patches).toHaveLength(1);
    const another = accessWith([refused(422)], object([NAME], { uid: 'another' }));
    await changeFinalizer(another.access, object([NAME]), remove);
    expect(another.patches).toHaveLength(1);
  });

  it('R-123: an object that began to go meanwhile gets no finalizer', async () => {
    const { access, patches } = accessWith([refused(422)], object([], { deletionTimestamp: '2026-01-01T00:00:00Z' }));
    await changeFinalizer(access, object([]), add);
    expect(patches).toHaveLength(1);
  });

  it('R-125: rivals without end are a conflict, not a loop; other failures are thrown as they are', async () => {
    const endless = accessWith(
      Array.from({ length: 100 }, () => refused(409)),
      object([]),
    );
    await expect(changeFinalizer(endless.access, object([]), add)).rejects.toMatchObject({
      code: 'KUBE_CONFLICT',
    });
    expect(endless.patches.length).toBeLessThan(10);
    const forbidden = new KubeError('KUBE_FORBIDDEN', 'no', { status: 403 });
    const { access } = accessWith([forbidden], object([]));
    await expect(changeFinalizer(access, object([]), add)).rejects.toBe(forbidden);
  });
});
