import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './index.ts';

const hash = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);

/** What the hashes of every release so far were made of. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

describe('canonical JSON', () => {
  // These never change: another hash would roll out every handler and rewrite every set of every cluster.
  it.each([
    [
      'a manifest',
      {
        kind: 'Deployment',
        apiVersion: 'apps/v1',
        metadata: { name: 'web', namespace: 'shop', labels: { b: '2', a: '1' }, uid: undefined },
        spec: { replicas: 3, template: { spec: { containers: [{ name: 'app', image: 'web:1', env: [] }] } } },
      },
      'e81f9e70f57ebd00',
    ],
    [
      'keys of all kinds',
      Object.fromEntries([
        ['10', 'ten'],
        ['9', 'nine'],
        ['.env', 'x'],
        ['-', 'y'],
        ['é', 1],
        ['\u{1F600}', 2],
        ['\uFFFD', 3],
        ['__proto__', { b: 1, a: 2 }],
        ['4294967295', 'big'],
        ['4294967294', 'last'],
      ]),
      '50683052c7045199',
    ],
    [
      'values of all kinds',
      [null, true, -0, 1e21, 0.1, '<>&\u2028"\\', { b: [undefined, Number.NaN], a: undefined }],
      '57240b688f4b687d',
    ],
  ])('G-31: the hash of %s is what it was in every release', (_title, value, expected) => {
    expect(hash(value)).toBe(expected);
  });

  it('G-31: its bytes are those of every release, for any value', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(fc.oneof(fc.string(), fc.nat(20).map(String)), fc.jsonValue()),
        (value, fields) => {
          expect(canonicalJson(value)).toBe(sorted(value));
          expect(canonicalJson(fields)).toBe(sorted(fields));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('equal values give equal text in whatever order they were written, different ones do not', () => {
    const shuffled = (value: unknown): unknown =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([key, one]) => [key, shuffled(one)]),
          );
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(canonicalJson(shuffled(one))).toBe(canonicalJson(one));
        expect(JSON.parse(canonicalJson(one))).toEqual(JSON.parse(JSON.stringify(one)));
        if (canonicalJson(one) === canonicalJson(other)) expect(sorted(one)).toBe(sorted(other));
      }),
    );
  });

  it('integers beyond 2^53 keep their digits, times their text', () => {
    expect(canonicalJson({ b: 9007199254740993n, a: [1n] })).toBe('{"a":[1],"b":9007199254740993}');
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
    expect(canonicalJson(undefined)).toBe('');
  });
});
