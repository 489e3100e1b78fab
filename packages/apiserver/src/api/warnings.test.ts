import { expect, test } from 'vitest';
import { Warnings } from './warnings.ts';

const texts = (added: readonly string[]): string[] => {
  const warnings = new Warnings();
  for (const text of added) warnings.add(text);
  return warnings.headers().map((header) => Buffer.from(header, 'latin1').toString('utf8'));
};

test('K-15: a text is quoted as UTF-8, once', () => {
  expect(texts(['a "b" \\ 日本', 'a "b" \\ 日本'])).toEqual(['299 - "a \\"b\\" \\\\ 日本"']);
});

test('K-15: a text with a control character, or an empty one, is left out', () => {
  expect(texts(['', 'two\nlines', 'c1\u0085', 'tab\t', 'fine'])).toEqual(['299 - "fine"']);
});

test('K-15: beyond 4096 characters in all, each text is cut to 256', () => {
  const [first = '', second = ''] = texts(['界'.repeat(4000), '本'.repeat(97)]);
  expect([first.length, second.length]).toEqual([256 + 8, 97 + 8]);
  expect(texts(['界'.repeat(4000), '本'.repeat(96)])[0]).toHaveLength(4000 + 8);
  expect(texts(Array.from({ length: 100 }, (_, index) => `${index}`.padStart(300, 'x')))).toHaveLength(16);
});
