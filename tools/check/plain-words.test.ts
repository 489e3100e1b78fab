import { expect, it } from 'vitest';
import { checkPlainWords, hasPlainWords } from './plain-words.ts';

/** In pieces, as in the check itself. */
const word = (...parts: string[]): string => parts.join('');

it('finds each word with its place and what to write in its place', () => {
  const text = `/** A cache.\n * ${word('Who', 'ever')} holds it is ${word('to', 'ld')}. */`;
  expect(checkPlainWords([{ path: 'a.ts', text }])).toEqual([
    expect.stringMatching(/^a\.ts:2: .*the caller/),
    expect.stringMatching(/^a\.ts:2: .*notified/),
  ]);
});

it('finds words alone, not parts of others', () => {
  const text = 'amend, retold, saidOf, somebodyElse, an untold number';
  expect(checkPlainWords([{ path: 'a.ts', text }])).toEqual([]);
});

it.each([
  ['docs/faq.md', true],
  ['packages/kube/src/cache/cache.ts', true],
  ['docs/reference/slipway-kube.md', false],
  ['operators/gati/src/types/gati-handler.crd.ts', false],
  ['package-lock.json', false],
])('looks at %s: %o', (path, isLookedAt) => {
  expect(hasPlainWords(path)).toBe(isLookedAt);
});
