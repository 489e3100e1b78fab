import { expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import { nextRevision, revisionOf } from './revision.ts';

const draft = (revision: string): Draft => ({
  name: 'web',
  object: undefined,
  replicas: 0,
  minReadySeconds: 0,
  annotations: { 'deployment.kubernetes.io/revision': revision },
});

test('L-20: the revision after that of an adopted set is counted in 64 bits', () => {
  expect(String(nextRevision([draft('3546343826724305832'), draft('7')]))).toBe('3546343826724305833');
});

test('L-20: a revision that is no number of 64 bits counts as none', () => {
  expect(
    ['', 'x', '1.5', '99999999999999999999', '9223372036854775808'].map((text) => revisionOf(draft(text))),
  ).toEqual([0n, 0n, 0n, 0n, 0n]);
  expect(revisionOf(draft('12'))).toBe(12n);
});
