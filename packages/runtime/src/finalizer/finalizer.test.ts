import { describe, expect, it } from 'vitest';
import { addFinalizerPatch, finalizerStep, removeFinalizerPatch } from './index.ts';

const NAME = 'demo.io/cleanup';
const deletionTimestamp = '2026-01-01T00:00:00Z';

describe('finalizers', () => {
  it('R-123: add first, then apply; cleanup while deleting; else nothing', () => {
    expect(finalizerStep({ metadata: {} }, NAME)).toBe('add');
    expect(finalizerStep({ metadata: { finalizers: ['other', NAME] } }, NAME)).toBe('apply');
    expect(finalizerStep({ metadata: { deletionTimestamp, finalizers: [NAME] } }, NAME)).toBe('cleanup');
    expect(finalizerStep({ metadata: { deletionTimestamp, finalizers: ['other'] } }, NAME)).toBe('nothing');
    expect(finalizerStep(undefined, NAME)).toBe('nothing');
  });

  it('R-124: patches are guarded by the uid and by the list or the index they change', () => {
    const uid = { op: 'test', path: '/metadata/uid', value: 'u' };
    expect(addFinalizerPatch({ metadata: { uid: 'u' } }, NAME)).toEqual([
      uid,
      { op: 'test', path: '/metadata/finalizers', value: null },
      { op: 'add', path: '/metadata/finalizers', value: [NAME] },
    ]);
    expect(addFinalizerPatch({ metadata: { uid: 'u', finalizers: ['a'] } }, NAME)).toEqual([
      uid,
      { op: 'test', path: '/metadata/finalizers', value: ['a'] },
      { op: 'add', path: '/metadata/finalizers/-', value: NAME },
    ]);
    expect(removeFinalizerPatch({ metadata: { uid: 'u', finalizers: ['a', NAME] } }, NAME)).toEqual([
      uid,
      { op: 'test', path: '/metadata/finalizers/1', value: NAME },
      { op: 'remove', path: '/metadata/finalizers/1' },
    ]);
    expect(removeFinalizerPatch({ metadata: { uid: 'u', finalizers: ['a'] } }, NAME)).toBeUndefined();
  });
});
