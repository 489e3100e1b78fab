import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonValue, parseJson, stringifyJson } from './json.ts';

describe('JSON with exact integers', () => {
  it('CRD-N05: integers beyond 2^53 keep every digit, both ways', () => {
    const text = '{"a":9007199254740993,"b":[-9223372036854775808,9223372036854775807],"c":1234567890123456}';
    expect(parseJson(text)).toEqual({
      a: 9007199254740993n,
      b: [-9223372036854775808n, 9223372036854775807n],
      c: 1234567890123456,
    });
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it('CRD-N05: what does not fit int64 is a float64, as on the server', () => {
    expect(parseJson('[9223372036854775808, 1.0000000000000000]')).toEqual([9223372036854775808, 1]);
  });

  it('reads the same as the engine does', () => {
    // Long digits are where the two differ on purpose.
    const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => !/\d{16}/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        // The long digits force the exact reader; they stand beside the value.
        const padded = `[${text},9007199254740993]`;
        expect(parseJson(padded)).toEqual([JSON.parse(text), 9007199254740993n]);
        expect(JSON.parse(stringifyJson(JSON.parse(text) as JsonValue))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('a key __proto__ is a key', () => {
    const value = parseJson('{"__proto__":{"a":1},"long":9007199254740993}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'long']);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  it.each([
    '{"a":9007199254740993',
    '[9007199254740993,]',
    '{9007199254740993:1}',
    '[1234567890123456789 x]',
    '"\u0001 1234567890123456"',
  ])('refuses %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});
