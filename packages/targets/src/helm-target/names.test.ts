import type { Ref } from '@gati-framework/contracts/deployment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refKey } from '../resources/index.ts';
import { entryKey, releaseOfObject, releaseOfSet } from './names.ts';

const name = fc.oneof(
  fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,80}[a-z0-9])?$/),
  fc.constantFrom('a', 'a.b', 'a-b', 'object-a'),
);
const ref: fc.Arbitrary<Ref> = fc.record({
  apiVersion: fc.constantFrom('v1', 'example.dev/v1', 'other.dev/v1'),
  kind: fc.constantFrom('Shop', 'ConfigMap', 'HTTPRoute'),
  namespace: fc.constantFrom('one', 'two', ''),
  name,
});

describe('names', () => {
  test('G-172: of releases are such as helm takes, and an object alone never has that of a set', () => {
    fc.assert(
      fc.property(ref, ref, (a, b) => {
        for (const release of [releaseOfSet(a), releaseOfObject(a)]) {
          expect(release).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
          expect(release.length).toBeLessThanOrEqual(53);
        }
        const hasSameName = a.kind === b.kind && a.name === b.name;
        if (!hasSameName) expect(releaseOfSet(a)).not.toBe(releaseOfSet(b));
      }),
    );
  });

  test('G-172: of the objects in one chart differ where the objects do', () => {
    fc.assert(
      fc.property(ref, ref, (a, b) => {
        // Objects of one name in two groups of one kind differ by their group alone.
        fc.pre(refKey(a) !== refKey(b) && a.apiVersion === b.apiVersion && a.namespace !== '' && b.namespace !== '');
        expect(entryKey(a, 'one')).not.toBe(entryKey(b, 'one'));
      }),
    );
  });
});
