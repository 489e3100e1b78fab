import { assert, property, string, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, printFaults } from './index.ts';

function faultOf(source: string): string {
  const parsed = parse(source);
  return 'faults' in parsed ? printFaults(source, parsed.faults) : '';
}

describe('parse', () => {
  it('CRD-J14: any text is parsed or refused with a place, never thrown at', () => {
    const pieces = stringMatching(
      /^(?:self|\.|\(|\)|\[|\]|\{|\}|a|1|"x"|'|\+|-|!|\?|:|&&|\|\||==|in|has|,| |\\|\n){0,40}$/,
    );
    for (const text of [string({ unit: 'binary' }), pieces]) {
      assert(
        property(text, (source) => {
          const parsed = parse(source);
          if ('node' in parsed) return;
          expect(parsed.faults.every(({ at }) => at >= 0 && at <= source.length)).toBe(true);
          expect(printFaults(source, parsed.faults)).toMatch(/^ERROR: <input>:\d+:\d+: /);
        }),
        { numRuns: 1000 },
      );
    }
  });

  it('CRD-J14: a fault points at its line and character, counted in characters', () => {
    expect(faultOf('self == 1 &&\n  "ä😀" = 2')).toBe(
      'ERROR: <input>:2:8: Syntax error: token recognition error at: \'=\'\n |   "ä😀" = 2\n | ...．．..^',
    );
  });

  it('CRD-J14: too deep or too long expressions are refused instead of overflowing the stack', () => {
    expect(faultOf(`${'('.repeat(300)}1${')'.repeat(300)}`)).toContain('expression recursion limit exceeded: 250');
    expect(faultOf(`self${'.a'.repeat(20_000)}`)).toContain('expression recursion limit exceeded');
    expect(faultOf(`1${' + 1'.repeat(20_000)}`)).toContain('expression recursion limit exceeded');
    expect(faultOf(' '.repeat(100_001))).toContain(
      'expression code point size exceeds limit: size: 100001, limit 100000',
    );
  });

  it.each([
    ['"\\x41\\u00e4\\U0001F600\\101\\n"', 'Aä😀A\n'],
    ["r'\\n'", '\\n'],
    ['"""a"b\nc"""', 'a"b\nc'],
    ["'''a'''", 'a'],
  ])('CRD-J14: the literal %s is read', (source, value) => {
    const parsed = parse(source);
    expect('node' in parsed && parsed.node.kind === 'literal' ? parsed.node.value : parsed).toBe(value);
  });

  it('CRD-J14: bytes literals hold the bytes of their escapes', () => {
    const parsed = parse("b'\\xff\\377ä'");
    expect('node' in parsed && parsed.node.kind === 'literal' ? parsed.node.value : parsed).toEqual(
      Uint8Array.from([255, 255, 0xc3, 0xa4]),
    );
  });
});
