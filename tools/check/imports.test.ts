import { expect, it } from 'vitest';
import { importsOf } from './imports.ts';

const specifiers = (text: string) => importsOf({ path: 'a.ts', text }).map((found) => found.specifier);

it('finds imports, re-exports and dynamic imports, over several lines too', () => {
  const text = `
import 'side-effect';
import type { A } from './a.ts';
import {
  b,
  c,
} from "./b.ts";
export * from './c.ts';
export type { D } from './d.ts';
const e = await import('./e.ts');
type F = import('./f.ts').F;
`;
  expect(specifiers(text).toSorted()).toEqual(
    ['side-effect', './a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts'].toSorted(),
  );
});

it('does not take comments or other statements for imports', () => {
  const text = `
/**
 * import { a } from 'in-prose';
 * await import('in-prose')
 */
// import b from 'commented-out';
export const from = 'a string';
export interface X { from: string }
`;
  expect(specifiers(text)).toEqual([]);
});

it('says on which line the module is named', () => {
  const text = "import {\n  a,\n} from './a.ts';\n\nexport * from './b.ts';\n";
  expect(importsOf({ path: 'x.ts', text })).toEqual([
    { specifier: './a.ts', line: 3 },
    { specifier: './b.ts', line: 5 },
  ]);
});
