import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordsToDelete, type VersionRecord } from './history-limit.ts';

const record = (index: number, change: Partial<VersionRecord> = {}): VersionRecord => ({
  name: `users-v${String(index).padStart(2, '0')}`,
  versionId: `v${index}`,
  stage: 'Decommissioned',
  createdAt: index,
  isOperatorAuthored: true,
  ...change,
});

describe('records of retired versions', () => {
  const thirty = Array.from({ length: 30 }, (_, index) => record(index));

  test('G-107: those beyond the limit go, oldest first', () => {
    expect(recordsToDelete(thirty, 20, new Set())).toEqual(thirty.slice(0, 10).map(({ name }) => name));
    expect(recordsToDelete(thirty, 30, new Set())).toEqual([]);
    expect(recordsToDelete(thirty, 0, new Set())).toHaveLength(30);
  });

  test('G-107: one that a live version’s chain passes through stays', () => {
    expect(recordsToDelete(thirty, 20, new Set(['v0', 'v1']))).toEqual(thirty.slice(2, 10).map(({ name }) => name));
  });

  test('G-107: user-authored and live ones stay, whatever the limit', () => {
    const any = fc.record({
      createdAt: fc.nat(5),
      isOperatorAuthored: fc.boolean(),
      stage: fc.constantFrom<VersionRecord['stage'][]>('Decommissioned', 'Draining', 'Current', undefined),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), fc.nat(25), (changes, limit) => {
        const records = changes.map((change, index) => record(index, change));
        const gone = new Set(recordsToDelete(records, limit, new Set()));
        for (const { name, isOperatorAuthored, stage } of records)
          if (gone.has(name)) expect([isOperatorAuthored, stage]).toEqual([true, 'Decommissioned']);
        const counted = records.filter(
          ({ isOperatorAuthored, stage }) => isOperatorAuthored && stage === 'Decommissioned',
        );
        expect(counted.length - gone.size).toBe(Math.min(limit, counted.length));
      }),
      { numRuns: 1000 },
    );
  });
});
