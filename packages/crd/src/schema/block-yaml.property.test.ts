import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseYaml, readYaml } from './yaml.ts';

/** What a reader makes of a text: its documents, or its one complaint. */
function outcome(read: typeof readYaml, text: string): unknown {
  try {
    return read(text, 'x.yaml').map((document) => ({ ...document, lineOf: document.lineOf(['a', 'b']) }));
  } catch (error) {
    return String(error);
  }
}

/** Text in which most rules of YAML scalars matter. */
const scalarText = fc.oneof(
  fc.constantFrom(
    'yes',
    'No',
    'on',
    'y',
    '~',
    'null',
    'true',
    '0x1F',
    '017',
    '0o17',
    '1_000',
    '1e3',
    'e5',
    '.5',
    '.nan',
  ),
  fc.constantFrom('1:30:45', '2001-01-01', '9007199254740993', '-0', '+1', '1.0', '<<', '=', '__proto__', '---', '...'),
  fc.constantFrom(
    'a: b',
    'a #b',
    'a:',
    ' a',
    'a ',
    '- a',
    '-a',
    '# a',
    '*a',
    '&a',
    '!a',
    '{}',
    '[a, b]',
    '|',
    '>-',
    "it's",
  ),
  fc.constantFrom(
    'a\nb',
    'a\n\nb\n',
    ' a\n  b\n',
    '\ta',
    'a\tb',
    'a \nb',
    '"a" b',
    'a\\nb',
    'é\u00a0',
    '\u2028',
    '\r\n',
    'a',
  ),
  fc.string({ unit: fc.constantFrom(...'ab 1:#-\n\'"\\{}[],|>&*!?%@.~'.split('')), maxLength: 30 }),
  fc.lorem({ mode: 'sentences', maxCount: 4 }),
);

const key = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('a', 'b', 'x-y', 'f:a', 'a/b') },
  fc.constantFrom('1', 'yes', '1.0'),
  scalarText,
);

const { object } = fc.letrec((tie) => ({
  object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  value: fc.oneof(
    { maxDepth: 5 },
    scalarText,
    fc.constantFrom<unknown>('a', 'b c', 0, 1, -5, 1.5, 1e21, true, false, null, [], {}),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
}));

const styles = fc.record({
  lineWidth: fc.constantFrom(20, 40, 80, 0),
  indent: fc.constantFrom(1, 2, 3, 4),
  indentSeq: fc.boolean(),
  defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_FOLDED', 'BLOCK_LITERAL'),
  blockQuote: fc.constantFrom<boolean | 'folded' | 'literal'>(true, false, 'folded', 'literal'),
  directives: fc.boolean(),
  nullStr: fc.constantFrom('null', '~', ''),
  minContentWidth: fc.constantFrom(0, 20),
});

const written = fc.tuple(object, styles).map(([one, style]) => stringify(one, { ...style, version: '1.1' } as never));

const scrap = fc.oneof(
  fc.constantFrom(' ', '  ', '\n', '\n\n', '\n  ', '\n    ', '\n- ', '- ', ': ', ' #', '# c', ' # c\n'),
  fc.constantFrom('---\n', '...\n', '--- a', '"', "'", "''", '\\', '\\\n', '|', '|-\n', '>\n', '>+\n', '|2\n', '%'),
  fc.constantFrom('[', ']', '{', '}', '{}', '[a, b]', ',', '&a ', '*a', '!t ', '? ', '<<: ', '@', '~', '0', '.'),
  fc.constantFrom('a', 'a: ', 'a: b\n', '\t', '\r', '\ufeff', '\u2028', '\0'),
);

/** Cuts a piece out somewhere and puts something there. */
const edits = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), fc.option(scrap, { nil: '' })), { maxLength: 4 });

function edited(text: string, changes: readonly (readonly [number, number, string])[]): string {
  return changes.reduce((now, [place, length, piece]) => {
    const at = place % (now.length + 1);
    return now.slice(0, at) + piece + now.slice(at + length);
  }, text);
}

const yamlFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file));

describe('the reader of block YAML', () => {
  it('answers like the library for what is written in any style, and then damaged', () => {
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 2 }), edits, (texts, changes) => {
        const text = edited(texts.join('---\n'), changes);
        expect(outcome(readYaml, text)).toEqual(outcome(parseYaml, text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('answers like the library for lines that follow each other by chance', () => {
    const line = fc.tuple(
      fc.nat({ max: 4 }),
      fc.oneof(
        scrap,
        scalarText,
        fc.constantFrom('a:', 'b: c', '- a', '- a: b', '- - c', 'd: |', 'e: >-', 'f: "g', "h: 'i"),
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.map(([indent, part]) => `${' '.repeat(indent)}${part}`).join('\n');
        expect(outcome(readYaml, text)).toEqual(outcome(parseYaml, text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('answers like the library for every manifest of this repository', () => {
    const root = join(import.meta.dirname, '../../../..');
    const files = ['packages', 'examples', 'test', 'cli'].flatMap((folder) => yamlFiles(join(root, folder)));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      expect(outcome(readYaml, text), file).toEqual(outcome(parseYaml, text));
    }
  });
});
