import { expect, it } from 'vitest';
import { checkForbiddenWords } from './forbidden-words.ts';

/** In pieces, so that this file does not contain what it looks for. */
const word = (...parts: string[]): string => parts.join('');
const faults = (text: string) => checkForbiddenWords([{ path: 'a.md', text }]);

it('finds paths of one machine, whatever user they belong to', () => {
  for (const folder of [word('ro', 'ot'), word('ho', 'me'), word('wor', 'k')]) {
    expect(faults(`first line\nsee /${folder}/x/y`)).toEqual([
      expect.stringMatching(/^a\.md:2: a path of one machine/),
    ]);
  }
});

it('finds the host of a registry', () => {
  expect(faults(`https://${word('registry.npm', 'js.org')}/x`)).toHaveLength(1);
});

it('lets API paths, relative paths and variables be', () => {
  const ho = word('ho', 'me');
  for (const text of ['/apis/apps/v1', `./${ho}/x`, `~/${ho}/x`, `$HOME/.kube/config`, `docs/${ho}/page`]) {
    expect(faults(text)).toEqual([]);
  }
});
