import { array, assert, bigInt, constantFrom, integer, nat, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { celRules } from '../index.ts';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;
const int64 = bigInt({ min: MIN, max: MAX });
const text = string({ unit: 'grapheme', maxLength: 12 });

/** Compiles once; answers true, false or the error. */
function ruleOn(rule: string, type: 'integer' | 'string') {
  const item = { type } as const;
  const schema = { type: 'object', properties: { a: item, b: item, n: { type: 'integer' } } } as const;
  const compiled = celRules.compile({ rule }, { schema, isResourceRoot: false });
  expect(compiled.problems).toEqual([]);
  return (self: Record<string, bigint | string | number>) => {
    const violation = compiled.check(self, undefined, { remaining: 10_000_000 });
    if (violation === undefined) return true;
    return violation.isError ? violation.message.replace(/ evaluating rule.*/s, '') : false;
  };
}

describe('arithmetic', () => {
  const operations: readonly (readonly [string, (a: bigint, b: bigint) => bigint])[] = [
    ['+', (a, b) => a + b],
    ['-', (a, b) => a - b],
    ['*', (a, b) => a * b],
  ];

  it.each(operations)('CRD-J14: int64 %s is exact or an overflow, never wrapped', (sign, model) => {
    const rule = ruleOn(`self.a ${sign} self.b == 0`, 'integer');
    const same = ruleOn(`self.a ${sign} self.b == self.n`, 'integer');
    assert(
      property(int64, int64, (a, b) => {
        const exact = model(a, b);
        if (exact < MIN || exact > MAX) expect(rule({ a, b })).toBe('integer overflow');
        else expect(same({ a, b, n: exact })).toBe(true);
      }),
    );
  });

  it('CRD-J14: division truncates towards zero and refuses zero', () => {
    const divide = ruleOn('self.a / self.b == self.n', 'integer');
    const modulo = ruleOn('self.a % self.b == self.n', 'integer');
    assert(
      property(int64, bigInt({ min: -5n, max: 5n }), (a, b) => {
        if (b === 0n) {
          expect(divide({ a, b, n: 0n })).toBe('division by zero');
          expect(modulo({ a, b, n: 0n })).toBe('modulus by zero');
        } else if (a / b <= MAX) {
          expect([divide({ a, b, n: a / b }), modulo({ a, b, n: a % b })]).toEqual([true, true]);
        }
      }),
    );
  });
});

describe('strings', () => {
  it('CRD-J14: sizes, indexes and parts count code points', () => {
    const size = ruleOn('size(self.a) == self.n', 'string');
    const part = ruleOn('self.a.substring(self.n) == self.b', 'string');
    const at = ruleOn('self.a.charAt(self.n) == self.b', 'string');
    assert(
      property(tuple(text, nat(12)), ([a, n]) => {
        const points = Array.from(a);
        expect(size({ a, n: points.length })).toBe(true);
        if (n <= points.length) {
          expect(part({ a, n, b: points.slice(n).join('') })).toBe(true);
          expect(at({ a, n, b: points[n] ?? '' })).toBe(true);
        } else {
          expect(part({ a, n, b: '' })).toBe(`index out of range: ${n}`);
        }
      }),
    );
  });

  it('CRD-J14: strings are ordered by their UTF-8 bytes', () => {
    const less = ruleOn('self.a < self.b', 'string');
    assert(
      property(text, text, (a, b) => {
        expect(less({ a, b })).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0);
      }),
    );
  });

  it('CRD-J14: split and join are inverse', () => {
    const rule = ruleOn('self.a.split(self.b).join(self.b) == self.a', 'string');
    assert(
      property(
        array(constantFrom('a', 'b', ',', '😀'), { maxLength: 10 }),
        constantFrom(',', 'ab', '😀', 'zz'),
        (parts, b) => {
          expect(rule({ a: parts.join(''), b })).toBe(true);
        },
      ),
    );
  });
});

describe('quantities', () => {
  it('CRD-J14: compare exactly whatever the suffix', () => {
    const factors: Readonly<Record<string, number>> = { m: -3, '': 0, k: 3, M: 6, G: 9 };
    const suffix = constantFrom(...Object.keys(factors));
    const order = ruleOn('quantity(self.a).compareTo(quantity(self.b)) == self.n', 'string');
    const value = (digits: number, unit: string) => BigInt(digits) * 10n ** BigInt((factors[unit] ?? 0) + 3);
    assert(
      property(integer(), suffix, integer(), suffix, (a, first, b, second) => {
        const [left, right] = [value(a, first), value(b, second)];
        const n = left < right ? -1n : left > right ? 1n : 0n;
        expect(order({ a: `${a}${first}`, b: `${b}${second}`, n })).toBe(true);
      }),
    );
  });
});
