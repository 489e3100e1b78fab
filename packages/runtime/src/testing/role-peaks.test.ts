import type { AnyObject, ObjectMeta } from '@slipway/kube';
import type { Stored } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { RolePeaks } from './role-peaks.ts';

const child = (
  uid: string,
  part: Pick<ObjectMeta, 'deletionTimestamp' | 'ownerReferences'> = {},
): Stored<AnyObject> => ({
  kind: 'ConfigMap',
  metadata: {
    uid,
    name: `web-${uid}`,
    resourceVersion: '1',
    generateName: 'web-',
    ownerReferences: [{ apiVersion: 'v1', kind: 'Website', name: 'web', uid: 'owner', controller: true }],
    ...part,
  },
});

it('O-3: two live objects of one role are counted even when one of them goes again', () => {
  const [disturbed, undisturbed] = [new RolePeaks(), new RolePeaks()];
  undisturbed.seen(child('a'));
  undisturbed.gone(child('a'));
  undisturbed.seen(child('b'));
  disturbed.seen(child('a'));
  disturbed.seen(child('a'));
  expect(() => disturbed.expectAtMost(undisturbed)).not.toThrow();
  disturbed.seen(child('b'));
  disturbed.gone(child('b'));
  expect(() => disturbed.expectAtMost(undisturbed)).toThrow(
    'there were 2 of ConfigMap web- of Website web at a time, not 1',
  );
});

it('O-3: one that is being deleted is none', () => {
  const roles = new RolePeaks();
  roles.seen(child('a'));
  roles.seen(child('a', { deletionTimestamp: '2026-01-01T00:00:00Z' }));
  roles.seen(child('b'));
  expect(() => roles.expectAtMost(new RolePeaks())).not.toThrow();
});
