import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { silentLogger } from '../log/index.ts';
import { FakeClock } from '../testing/index.ts';
import { CheckedSource, type CheckedSourceOptions } from './checked-source.ts';

function source(more: Partial<CheckedSourceOptions<number>> & Pick<CheckedSourceOptions<number>, 'read'>) {
  const clock = new FakeClock();
  const options = { clock, logger: silentLogger, what: 'value', onFailure: 'keep' as const, freshForMs: () => 100 };
  return { clock, source: new CheckedSource<number>({ ...options, ...more }) };
}

describe('CheckedSource', () => {
  test('R-12: however uses fall in time, a value is at most its freshness old and read no more often', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 250 }), { maxLength: 30 }), async (gaps) => {
        const reads: number[] = [];
        const { clock, source: checked } = source({
          read: async () => {
            reads.push(clock.now());
            return clock.now();
          },
        });
        for (const gap of gaps) {
          await clock.advance(gap);
          expect(clock.now() - (await checked.current())).toBeLessThan(100);
        }
        for (const [index, at] of reads.entries()) expect(at - (reads[index - 1] ?? -100)).toBeGreaterThanOrEqual(100);
      }),
    );
  });

  test('R-14: one read at a time: everyone waits for it', async () => {
    let reads = 0;
    const { source: checked } = source({ read: async () => (reads += 1) });
    expect(await Promise.all(Array.from({ length: 10 }, () => checked.current()))).toEqual(Array(10).fill(1));
    expect(reads).toBe(1);
  });

  test('R-12: what was refused is read again, what is newer already is not', async () => {
    let reads = 0;
    const { source: checked } = source({ read: async () => (reads += 1) });
    await checked.current();
    await Promise.all([checked.refresh(1), checked.refresh(1)]);
    await checked.refresh(1);
    expect(await checked.current()).toBe(2);
    expect(reads).toBe(2);
  });

  test.each([
    ['keep', { status: 'fulfilled', value: 1 }],
    ['fail', { status: 'rejected', reason: new Error('gone') }],
  ] as const)('R-13, R-14: a failed look with "%s" is so', async (onFailure, expected) => {
    let reads = 0;
    const { clock, source: checked } = source({
      onFailure,
      read: async () => {
        reads += 1;
        if (reads > 1) throw new Error('gone');
        return reads;
      },
    });
    await checked.current();
    await clock.advance(100);
    expect(await Promise.allSettled([checked.current()])).toEqual([expected]);
  });

  test('R-12: the first look has nothing to fall back on', async () => {
    const { source: checked } = source({ read: () => Promise.reject(new Error('never there')) });
    await expect(checked.current()).rejects.toThrow('never there');
  });
});
