import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '../../test/runs.ts';
import { acceptanceOf, writerOf } from './acceptance.ts';

test('G-61: the annotation speaks of one version by its whole id, and may tell who accepts', () => {
  expect(acceptanceOf('v3', 'v3')).toEqual({});
  expect(acceptanceOf('v3 by=ann of ops', 'v3')).toEqual({ by: 'ann of ops' });
  for (const text of [undefined, '', 'v3.1', 'v3 ', 'by=ann', 'v3,by=ann'])
    expect(acceptanceOf(text, 'v3')).toBeUndefined();
});

test('G-61: of two different versions at most one is accepted, whatever their ids are', () => {
  const id = fc.string({ minLength: 1 }).filter((text) => !text.includes(' by='));
  const by = fc.option(fc.string({ minLength: 1 }), { nil: undefined });
  fc.assert(
    fc.property(id, id, by, (accepted, other, who) => {
      fc.pre(accepted !== other);
      const text = who === undefined ? accepted : `${accepted} by=${who}`;
      expect(acceptanceOf(text, accepted)).toBeDefined();
      expect(acceptanceOf(text, other)).toBeUndefined();
    }),
    RUNS,
  );
});

test('G-61: the writer of an annotation is the one that the server noted for it', () => {
  const owning = (manager: string, annotation: string) => ({
    manager,
    fieldsV1: { 'f:metadata': { 'f:annotations': { '.': {}, [`f:${annotation}`]: {} } } },
  });
  const metadata = { managedFields: [owning('kubectl', 'a'), owning('kubectl-annotate', 'gati.dev/accept-breaking')] };
  expect(writerOf({ metadata }, 'gati.dev/accept-breaking')).toBe('kubectl-annotate');
  expect(writerOf({ metadata }, 'b')).toBeUndefined();
  expect(writerOf({ metadata: {} }, 'a')).toBeUndefined();
});
