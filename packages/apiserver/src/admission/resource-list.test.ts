import { nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { added, exceeded, growth, larger, only, type ResourceList, subtracted, withoutZeros } from './resource-list.ts';

const amount = fc.oneof(
  fc.nat(5000).map((value) => `${value}m`),
  fc.nat(50).map(String),
  fc.nat(64).map((value) => `${value}Mi`),
);
const names = ['cpu', 'memory', 'pods'];
const list: fc.Arbitrary<ResourceList> = fc.dictionary(fc.constantFrom(...names), amount);

const nanos = (one: ResourceList, name: string): bigint => nanosOf(parseQuantity(one[name] ?? '0'));

describe('amounts by resource', () => {
  test('L-10: what is charged and taken back leaves what was', () => {
    fc.assert(
      fc.property(list, list, (used, charge) => {
        const after = subtracted(added(used, charge), charge);
        for (const name of names) expect(nanos(after, name)).toBe(nanos(used, name));
      }),
    );
  });

  test('L-10: growth is never negative, and makes up for exactly what is missing', () => {
    fc.assert(
      fc.property(list, list, (now, before) => {
        const grown = growth(now, before);
        for (const name of Object.keys(grown)) expect(nanos(grown, name)).toBeGreaterThan(0n);
        for (const name of Object.keys(now)) {
          const reached = nanos(added(only(before, Object.keys(now)), grown), name);
          expect(reached).toBe(nanos(larger(now, only(before, Object.keys(now))), name));
        }
      }),
    );
  });

  test('L-10: a limit is exceeded by what is more than it, and by nothing that it does not name', () => {
    fc.assert(
      fc.property(list, list, (used, hard) => {
        for (const name of exceeded(used, hard)) expect(nanos(used, name)).toBeGreaterThan(nanos(hard, name));
        for (const name of Object.keys(used)) {
          if (hard[name] !== undefined && nanos(used, name) > nanos(hard, name)) {
            expect(exceeded(used, hard)).toContain(name);
          }
        }
        expect(exceeded(used, {})).toEqual([]);
      }),
    );
  });

  test('L-10: zeros count for nothing', () => {
    fc.assert(
      fc.property(list, (one) => {
        for (const name of names) expect(nanos(withoutZeros(one), name)).toBe(nanos(one, name));
        expect(Object.keys(withoutZeros(one)).every((name) => nanos(one, name) !== 0n)).toBe(true);
      }),
    );
  });
});
