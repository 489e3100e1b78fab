import { ConfigMap } from '@slipway/kube/kinds';
import { Overlay } from '@slipway/runtime/consistency';
import { expect, it } from 'vitest';

it('R-89 R-90: after deleting a second object of a name, a first one that the cache still shows stays hidden', () => {
  const ref = { namespace: 'n', name: 'a' };
  const version = (uid: string, resourceVersion: string) => ({ metadata: { ...ref, uid, resourceVersion } });
  const first = version('first', '1');
  // The cache has seen the first create and nothing since.
  const cache = { get: () => first, seenAtLeast: (wanted: string) => Number(wanted) <= 1 };
  const overlay = new Overlay();
  overlay.wrote(ConfigMap, version('second', '3'));
  overlay.deleted(ConfigMap, ref, 'second', first);
  expect(overlay.get(ConfigMap, ref, first, cache)).toBeUndefined();
  expect(overlay.list(ConfigMap, [first], cache, () => true)).toEqual([]);
});
