import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crashPoints, crashSchedule, sampleOf } from './crash-point.ts';

it('F-1: every write has a crash before and one after it; a sample keeps their order', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 20 }),
      fc.nat({ max: 50 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (writes, count, lots) => {
        const points = crashPoints(writes);
        expect(points).toHaveLength(2 * writes);
        const sample = sampleOf(points, count, () => lots.next().value);
        expect(sample).toHaveLength(Math.min(count, points.length));
        expect(points.filter((point) => sample.includes(point))).toEqual(sample);
      },
    ),
  );
});

it('F-1: a crash lets through the writes up to its moment and none after it', () => {
  const match = { namespace: 'a' };
  expect(crashSchedule({ write: 2, moment: 'before' }, match)).toEqual([{ match, nth: { from: 2 }, fault: 'drop' }]);
  expect(crashSchedule({ write: 2, moment: 'after' }, match)).toEqual([
    { match, nth: 2, fault: 'cutAnswer', args: { how: 'silence' } },
    { match, nth: { from: 3 }, fault: 'drop' },
  ]);
});
