import fc from 'fast-check';
import { test } from 'vitest';
import { cronComplaint } from './schedule.ts';

test('K-88: schedules made of what fields allow are schedules', () => {
  const field = (min: number, max: number): fc.Arbitrary<string> =>
    fc.oneof(
      fc.constantFrom('*', '*/2'),
      fc.integer({ min, max }).map(String),
      fc
        .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
        .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    );
  const schedule = fc.tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 6));
  fc.assert(fc.property(schedule, (fields) => cronComplaint(fields.join(' ')) === undefined));
});
