import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { isCrdError } from '../errors.ts';
import { readYaml } from './yaml.ts';

/** What a reader makes of a text; undefined where it refuses it. */
type Answer = readonly unknown[] | undefined;

function ours(text: string): Answer {
  try {
    return readYaml(text, 'x.yaml').map(({ value }) => value);
  } catch (error) {
    if (isCrdError(error)) return undefined;
    throw error;
  }
}

function library(text: string): Answer {
  const documents = parseAllDocuments(text, { version: '1.1', merge: true, logLevel: 'silent' });
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return undefined;
  try {
    return documents.map((one): unknown => one.toJS()).filter((value) => value !== null);
  } catch {
    return undefined;
  }
}

const scrap = fc.constantFrom(
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\n  ',
  '\n- ',
  '- ',
  ': ',
  ' #',
  '# c',
  '---\n',
  '...\n',
  '"',
  "'",
  "''",
  '\\',
  '|',
  '|-\n',
  '>\n',
  '>+\n',
  '|2\n',
  '%',
  '[',
  ']',
  '{',
  '}',
  '{}',
  ',',
  '&a ',
  '*a',
  '? ',
  '@',
  'a',
  'a: ',
  'a: b\n',
  '\t',
  '\r',
  '\ufeff',
  '\u2028',
  '\0',
  '!t ',
);
const words = fc.constantFrom('x', 'b c', 'a: b', 'a #b', '- a', 'a\nb', 'a\n\nb\n', "it's", '{}', '|', 'é\u00a0', '');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.constantFrom<unknown>('a', 0, 1, -5, 1.5, true, false, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'f:a', 'x-y'), tie('value'), { maxKeys: 4 }),
  ),
}));
const style = fc.record({
  lineWidth: fc.constantFrom(20, 80, 0),
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
  defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'BLOCK_LITERAL' as const),
});
const written = fc.tuple(value, style).map(([one, how]) => stringify({ one }, how));
/** Cuts a piece out somewhere and puts something there. */
const edits = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), fc.option(scrap, { nil: '' })), { maxLength: 4 });

const damaged = fc.tuple(fc.array(written, { minLength: 1, maxLength: 2 }), edits).map(([texts, changes]) =>
  changes.reduce((now, [place, length, piece]) => {
    const at = place % (now.length + 1);
    return now.slice(0, at) + piece + now.slice(at + length);
  }, texts.join('---\n')),
);
const lines = fc
  .array(
    fc.tuple(
      fc.nat({ max: 4 }),
      fc.oneof(
        scrap,
        words,
        fc.constantFrom('a:', 'b: c', '- a', '- a: b', '- - c', 'd: |', 'e: >-', 'f: "g', "h: 'i"),
      ),
    ),
    { maxLength: 8 },
  )
  .map((all) => all.map(([indent, part]) => `${' '.repeat(indent)}${part}`).join('\n'));

/**
 * Where the two are known to differ: a carriage return alone ends a line for us, as YAML has it; `---` that is indented
 * is a marker for js-yaml; a block scalar that begins a line, or that has an indicator of
 * indentation, counts its columns from another place.
 */
const DIFFERS = /\r|^[ \t\ufeff]+---|[|>][+-]?\d|^\s*[|>]/m;

/** An empty key is null for us, as for a server, and an empty text for the library. */
const withEmptyKeys = (value: unknown): string => JSON.stringify(value).replaceAll('"null":', '"":');

describe.each([
  ['is damaged', damaged],
  ['has lines that follow each other by chance', lines],
])('a text that %s', (_, texts) => {
  it('is refused, or read to the values that the library reads where it takes the text too', () => {
    let both = 0;
    fc.assert(
      fc.property(
        texts.filter((text) => !DIFFERS.test(text)),
        (text) => {
          const [read, expected] = [ours(text), library(text)];
          if (read === undefined || expected === undefined) return;
          both += 1;
          expect(withEmptyKeys(read)).toBe(withEmptyKeys(expected));
        },
      ),
      { numRuns: 1_000 },
    );
    expect(both).toBeGreaterThan(100);
  });
});
