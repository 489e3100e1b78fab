import { expect, test } from 'vitest';
import { history } from '../../test/history.ts';

const HISTORIES = Number(process.env['DELIVERY_HISTORIES'] ?? 400);
const SEED = Number(process.env['DELIVERY_SEED'] ?? 1);
test(`I1 I2 I4 I5 I6 I7 I9 I10 I11 I12 I13 I14 I15 I17 I18 I19 I20 I21 I22 I23: hold in every step of ${HISTORIES} random histories`, () => {
  const ends: Record<string, number> = {};
  let steps = 0;
  for (let index = 0; index < HISTORIES; index++) {
    const seed = SEED * 1_000_003 + index;
    const { faults, phase, steps: taken } = history(seed);
    expect(faults, `seed ${seed}`).toEqual([]);
    ends[phase] = (ends[phase] ?? 0) + 1;
    steps += taken;
  }
  console.info(`${steps} steps; ends: ${JSON.stringify(ends)}`);
});

test.each([2_000_541, 2_001_555])(
  'readiness in the history of seed %i is lost while the old version is not seen',
  (seed) => {
    expect(history(seed).faults).toEqual([]);
  },
);

test.each([13_002_736])('I7: holds in the history of seed %i, which once broke it', (seed) => {
  expect(history(seed).faults).toEqual([]);
});
