import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import type { PodObject } from '../pods/index.ts';
import { concernsItsSet } from './concern.ts';

const ready = (status: string, lastTransitionTime = '2026-01-01T00:00:00Z') => ({
  phase: 'Running',
  conditions: [{ type: 'Ready', status, lastTransitionTime }],
});
const pod = (metadata: object = {}, status: object = ready('True'), spec: object = {}): PodObject => ({
  metadata: { ...READ, name: 'a', namespace: 'n', labels: { app: 'a' }, ...metadata },
  spec: { containers: [], ...spec },
  status,
});

describe('what of a pod concerns its ReplicaSet', () => {
  it('L-20: appearing, going and a resync do', () => {
    const one = pod();
    expect(concernsItsSet(undefined, one)).toBe(true);
    expect(concernsItsSet(one, undefined)).toBe(true);
    expect(concernsItsSet(one, one)).toBe(true);
  });

  it.each([
    ['its labels', pod({ labels: { app: 'b' } })],
    ['its owner', pod({ ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: 'u', controller: true }] })],
    ['its deletion', pod({ deletionTimestamp: '2026-01-01T00:00:00Z' })],
    ['its phase', pod({}, { ...ready('True'), phase: 'Failed' })],
    ['its readiness', pod({}, ready('False'))],
    ['the moment of its readiness', pod({}, ready('True', '2026-01-01T00:00:01Z'))],
  ])('L-20: %s does', (_what, changed) => {
    expect(concernsItsSet(pod(), changed)).toBe(true);
  });

  it('L-20: a node, an address and a version do not', () => {
    const placed = pod({ resourceVersion: '2' }, { ...ready('True'), podIP: '10.0.0.1' }, { nodeName: 'node-1' });
    expect(concernsItsSet(pod(), placed)).toBe(false);
  });
});
