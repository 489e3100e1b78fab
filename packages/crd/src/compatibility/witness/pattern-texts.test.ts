import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { textsOf } from './pattern-texts.ts';

describe('texts of patterns', () => {
  test.each([
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
    '^[^/]+/[^/]+$',
    '^(a|b)*c?$',
    '^v[0-9]+((alpha|beta)[1-9])?$',
    String.raw`^\d{4}-\d{2}$`,
    String.raw`^\p{L}+$`,
    '^[[:alpha:]]{3,5}$',
    '(?i)^x',
    '^(?P<name>a+)(?:b|c){2}$',
    String.raw`^\$\{[A-Z_]+\}$`,
    '^[]a]+$',
  ])('CRD-15: %s gives texts that it takes, some of them as long as asked for', (pattern) => {
    const texts = textsOf(pattern, [5, 40]);
    const taken = texts.filter((text) => RE2JS.compile(pattern).test(text));
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeGreaterThanOrEqual(texts.length / 2);
  });

  test.each(['(?=a)', '[', '(', String.raw`\x`, '*'])('CRD-15: %s, which is beyond it, gives none', (pattern) => {
    expect(textsOf(pattern, [])).toEqual([]);
  });

  test('CRD-15: repetitions of repetitions end', () => {
    expect(textsOf('^(((a{999}){999}){999})$', [9999]).every((text) => text.length < 10_000)).toBe(true);
  });
});
