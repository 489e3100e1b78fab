import { compareQuantities } from '@slipway/apimachinery/quantity';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findVolume, isBoundTo, isReachable, mismatch, type VolumeLike } from './index.ts';

const claim = {
  metadata: { namespace: 'default', name: 'data', uid: 'u' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '2Gi' } },
    storageClassName: 'fast',
    selector: { matchLabels: { disk: 'ssd' } },
  },
};
const required = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }] };
const volume: fc.Arbitrary<VolumeLike> = fc.record({
  metadata: fc.record({
    name: fc.uuid(),
    labels: fc.constantFrom({ disk: 'ssd' }, { disk: 'ssd', old: '' }, {}),
    deletionTimestamp: fc.constantFrom(undefined, undefined, '2026-01-01T00:00:00Z'),
  }),
  spec: fc.record({
    accessModes: fc.constantFrom(['ReadWriteOnce'], ['ReadWriteOnce', 'ReadOnlyMany'], ['ReadWriteMany']),
    capacity: fc.record({ storage: fc.constantFrom('1Gi', '2Gi', '2048Mi', '3Gi', '10Gi') }),
    storageClassName: fc.constantFrom('fast', 'fast', 'slow'),
    claimRef: fc.constantFrom(
      undefined,
      undefined,
      { namespace: 'default', name: 'data' },
      { namespace: 'default', name: 'data', uid: 'another' },
      { namespace: 'default', name: 'other' },
    ),
    nodeAffinity: fc.constantFrom(undefined, { required }),
  }),
  status: fc.record({ phase: fc.constantFrom('Available', 'Available', 'Released') }),
});
const node = fc.constantFrom(
  undefined,
  { metadata: { name: 'n', labels: { zone: 'a' } } },
  { metadata: { name: 'n', labels: { zone: 'b' } } },
);
const sizeOf = ({ spec }: VolumeLike): string => spec?.capacity?.['storage'] ?? '0';

describe('volumes for claims', () => {
  it('L-20: what is found is free or reserved for the claim, as it asks for, and reached by the node', () => {
    fc.assert(
      fc.property(fc.array(volume), node, fc.boolean(), (volumes, where, onlyReserved) => {
        const found = findVolume(claim, volumes, { node: where, onlyReserved });
        if (!found) return;
        if (where) expect(isReachable(found, where)).toBe(true);
        if (isBoundTo(found, claim)) return;
        expect(onlyReserved).toBe(false);
        expect(mismatch(found, claim)).toBeUndefined();
        expect(found.spec?.claimRef).toBeUndefined();
        expect(found.metadata.labels).toHaveProperty('disk', 'ssd');
      }),
    );
  });

  it('L-20: nothing smaller with the same access modes would have done, and the order of volumes does not matter', () => {
    fc.assert(
      fc.property(fc.array(volume), fc.infiniteStream(fc.nat(1000)), (volumes, order) => {
        const found = findVolume(claim, volumes);
        const shuffled = volumes
          .map((each) => ({ each, at: order.next().value as number }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ each }) => each);
        const again = findVolume(claim, shuffled);
        expect(again === undefined).toBe(found === undefined);
        if (!found || !again) return;
        expect(compareQuantities(sizeOf(again), sizeOf(found))).toBe(0);
        if (isBoundTo(found, claim)) return;
        const smaller = volumes.filter(
          (each) =>
            compareQuantities(sizeOf(each), sizeOf(found)) < 0 &&
            each.spec?.accessModes?.length === found.spec?.accessModes?.length,
        );
        expect(findVolume(claim, smaller)).toBeUndefined();
      }),
    );
  });
});
