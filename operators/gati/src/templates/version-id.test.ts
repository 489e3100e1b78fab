import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBuildOf, type KnownBuild, versionIdOf } from './index.ts';

const [A, B, C] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];

describe('ids of versions', () => {
  it.each<[string, string, string, KnownBuild[], string]>([
    ['the first template has the bare id', 'v1', A, [], 'v1'],
    ['the second one six digits more', 'v1', B, [{ versionId: 'v1', templateHash: A }], 'v1+bbbbbb'],
    ['a version with build metadata gets a dot', 'v1+x', B, [{ versionId: 'v1+x', templateHash: A }], 'v1+x.bbbbbb'],
    ['another version starts anew', 'v2', B, [{ versionId: 'v1', templateHash: A }], 'v2'],
    ['a record without a template takes the first that comes', 'v1', A, [{ versionId: 'v1' }], 'v1'],
    [
      'going back reuses the bare record',
      'v1',
      A,
      [
        { versionId: 'v1', templateHash: A },
        { versionId: 'v1+bbbbbb', templateHash: B },
      ],
      'v1',
    ],
    [
      'going forth again reuses the other one, even if the bare id is free by now',
      'v1',
      B,
      [{ versionId: 'v1+bbbbbb', templateHash: B }],
      'v1+bbbbbb',
    ],
    [
      'a build that is named in full is that build',
      'v1+bbbbbb',
      B,
      [{ versionId: 'v1+bbbbbb', templateHash: B }],
      'v1+bbbbbb',
    ],
    [
      'two templates that begin alike stay apart',
      'v1',
      `${'b'.repeat(6)}${'c'.repeat(58)}`,
      [
        { versionId: 'v1', templateHash: A },
        { versionId: 'v1+bbbbbb', templateHash: B },
      ],
      'v1+bbbbbbc',
    ],
  ])('G-32: %s', (_title, version, hash, known, id) => {
    expect(versionIdOf(version, hash, known)).toBe(id);
  });

  it('G-32: edit and revert make two records and no third; a recorded id never changes', () => {
    const edits = fc.array(fc.tuple(fc.constantFrom('v1', 'v2', 'v1+x'), fc.constantFrom(A, B, C)), { maxLength: 20 });
    fc.assert(
      fc.property(edits, (all) => {
        const known = new Map<string, KnownBuild>();
        const idOf = new Map<string, string>();
        for (const [version, templateHash] of all) {
          const versionId = versionIdOf(version, templateHash, [...known.values()]);
          const pair = `${version} ${templateHash}`;
          expect(idOf.get(pair) ?? versionId).toBe(versionId);
          expect(known.get(versionId)?.templateHash ?? templateHash).toBe(templateHash);
          expect(isBuildOf(versionId, version)).toBe(true);
          known.set(versionId, { versionId, templateHash });
          idOf.set(pair, versionId);
        }
        expect(known.size).toBe(idOf.size);
      }),
      { numRuns: 1000 },
    );
  });

  it('G-63: builds of one version are known by their ids', () => {
    expect(isBuildOf('v1+a1b2c3', 'v1')).toBe(true);
    expect(isBuildOf('v1+x.a1b2c3', 'v1+x')).toBe(true);
    expect(isBuildOf('v1+x', 'v1')).toBe(false);
    expect(isBuildOf('v10', 'v1')).toBe(false);
    expect(isBuildOf('v1.a1b2c3', 'v1')).toBe(false);
  });
});
