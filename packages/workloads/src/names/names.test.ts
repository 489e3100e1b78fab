import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashOf, labelValueOf, nameOf, slugOf } from './names.ts';

const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const LABEL_VALUE = /^[a-zA-Z0-9](?:[\w.-]*[a-zA-Z0-9])?$/;

/** Short texts over few letters meet each other often; long ones have to be cut. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'B', '-', '.', '/', ':', '\0', '\u0001', '0'), maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('a', '-'), minLength: 55, maxLength: 70 }),
);

describe('names', () => {
  test('G-20: the table of names holds', () => {
    expect(nameOf(['orders'], { prefix: 'handler' })).toBe('handler-orders');
    expect(hashOf(['orders', '1.4.2'])).toBe('a64b17d1');
    expect(nameOf(['orders', 'tsv:1700-Users/001'], { prefix: 'handler', maxLength: 47 })).toBe(
      `handler-orders-tsv-1700-users-001-${hashOf(['orders', 'tsv:1700-Users/001'])}`,
    );
    expect(slugOf('::')).toBe('v');
  });

  test('G-20: what is too long is cut and keeps its hash', () => {
    const long = 'a'.repeat(300);
    const name = nameOf([long, '1'], { prefix: 'handler', maxLength: 47 });
    expect(name).toBe(`handler-${'a'.repeat(30)}-${hashOf([long, '1'])}`);
    expect(labelValueOf(long)).toBe(`${'a'.repeat(54)}-${hashOf([long])}`);
  });

  test('G-20: nobody can write the name that another text gets', () => {
    const taken = nameOf(['shop.api']);
    expect(taken).toMatch(/^shop-api-[0-9a-f]{8}$/);
    expect(nameOf([taken])).not.toBe(taken);
    const version = nameOf(['shop', '1.0'], { prefix: 'handler' });
    expect(nameOf([version.replace('handler-', '')], { prefix: 'handler' })).not.toBe(version);
  });

  test('G-20: any two different pairs give different, valid names; equal ones the same', () => {
    const pairs = fc.tuple(texts, texts);
    const options = { prefix: 'handler', maxLength: 47 };
    fc.assert(
      fc.property(pairs, pairs, (a, b) => {
        const [first, second] = [nameOf(a, options), nameOf(b, options)];
        expect(first).toMatch(DNS_LABEL);
        expect(first.length).toBeLessThanOrEqual(47);
        expect(first === second).toBe(a[0] === b[0] && a[1] === b[1]);
        expect(nameOf([...a], options)).toBe(first);
      }),
      { numRuns: 3000 },
    );
  });

  test('G-20 G-21: so do single texts, as names and as values of labels', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(nameOf([a])).toMatch(DNS_LABEL);
        expect(labelValueOf(a)).toMatch(LABEL_VALUE);
        expect(Math.max(nameOf([a]).length, labelValueOf(a).length)).toBeLessThanOrEqual(63);
        expect(nameOf([a]) === nameOf([b])).toBe(a === b);
        expect(labelValueOf(a) === labelValueOf(b)).toBe(a === b);
      }),
      { numRuns: 3000 },
    );
  });

  test('G-21: a value that a label can hold stays as it is', () => {
    for (const text of ['orders', 'Shop.Api_2', 'a', '1.4.2']) expect(labelValueOf(text)).toBe(text);
  });
});
