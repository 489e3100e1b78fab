import { describe, expect, it } from 'vitest';
import {
  contentOf,
  freeLease,
  heldLease,
  holderOf,
  type LeaseObject,
  leaseDurationMsOf,
  renewTimeOf,
} from './record.ts';

const claim = { name: 'operator', namespace: 'system', identity: 'a', leaseMs: 15_000 };
const stamp = (sequence: number) => ({ wallMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678), sequence });
const heldBy = (holder: string): LeaseObject => ({
  metadata: { name: 'operator', namespace: 'system', resourceVersion: '7', labels: { kept: 'yes' } },
  spec: {
    holderIdentity: holder,
    leaseDurationSeconds: 30,
    acquireTime: '2025-01-01T00:00:00.000000Z',
    renewTime: '2025-01-01T00:01:00.000000Z',
    leaseTransitions: 4,
  },
});

describe('the record of an election', () => {
  it('R-130: a new Lease names its holder, its duration in whole seconds and its times to the microsecond', () => {
    expect(heldLease(undefined, { ...claim, leaseMs: 1_500 }, stamp(0))).toEqual({
      metadata: { name: 'operator', namespace: 'system' },
      spec: {
        holderIdentity: 'a',
        leaseDurationSeconds: 2,
        acquireTime: '2026-01-02T03:04:05.678000Z',
        renewTime: '2026-01-02T03:04:05.678000Z',
        leaseTransitions: 0,
      },
    });
  });

  it('R-133: taking it counts a transition and starts a term, renewing changes the renewal alone; metadata stays', () => {
    const taken = heldLease(heldBy('b'), claim, stamp(1));
    expect(taken.metadata).toEqual(heldBy('b').metadata);
    expect(taken.spec).toMatchObject({ holderIdentity: 'a', leaseDurationSeconds: 15, leaseTransitions: 5 });
    expect(taken.spec?.acquireTime).toBe('2026-01-02T03:04:05.678001Z');
    const renewed = heldLease(taken, claim, stamp(2));
    expect(renewed.spec).toEqual({ ...taken.spec, renewTime: '2026-01-02T03:04:05.678002Z' });
  });

  it('R-130: the holder writes its annotations beside those of others', () => {
    const annotations = { 'gati.dev/watch-namespaces': '*' };
    const before = heldBy('b');
    const marked = { ...before, metadata: { ...before.metadata, annotations: { kept: 'yes' } } };
    expect(heldLease(marked, { ...claim, annotations }, stamp(1)).metadata).toEqual({
      ...before.metadata,
      annotations: { kept: 'yes', ...annotations },
    });
  });

  it('R-138: a lease given back has no holder and a duration of one second', () => {
    const free = freeLease(heldBy('a'), stamp(3));
    expect(free.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 4 });
    expect(free.metadata).toEqual(heldBy('a').metadata);
    expect([holderOf(free), leaseDurationMsOf(free)]).toEqual(['', 1000]);
  });

  it('R-131: two renewals differ even when the wall clock stands still, and metadata is no renewal', () => {
    expect(renewTimeOf(stamp(1))).not.toBe(renewTimeOf(stamp(2)));
    const lease = heldLease(undefined, claim, stamp(1));
    expect(contentOf(heldLease(lease, claim, stamp(2)))).not.toBe(contentOf(lease));
    expect(contentOf({ ...lease, metadata: { ...lease.metadata, resourceVersion: '99', labels: {} } })).toBe(
      contentOf(lease),
    );
  });

  it('R-132: a record without spec has no holder, and no duration of its own', () => {
    const bare: LeaseObject = { metadata: { name: 'operator' } };
    expect([holderOf(bare), leaseDurationMsOf(bare), holderOf(undefined)]).toEqual(['', undefined, '']);
  });
});
