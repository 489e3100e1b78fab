import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { isCrdError } from '../errors.ts';
import type { JsonValue } from './json.ts';
import { readYaml } from './yaml.ts';

/** Characters that mean something to YAML. */
const SIGNIFICANT = [
  'a',
  'b',
  ' ',
  '1',
  ':',
  '#',
  '-',
  '\n',
  "'",
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  '|',
  '>',
  '&',
  '*',
  '!',
  '?',
  '%',
  '@',
  '.',
  '~',
];

const values = (text: string): JsonValue[] => readYaml(text, 'x.yaml').map(({ value }) => value);

function fault(text: string): string {
  try {
    readYaml(text, 'x.yaml');
  } catch (error) {
    if (isCrdError(error)) return error.message;
    throw error;
  }
  return 'none';
}

describe('scalars of YAML', () => {
  // Each answer is that of sigs.k8s.io/yaml 1.6, which kubectl and the API server read with.
  it.each<[string, JsonValue]>([
    ['yes', true],
    ['On', true],
    ['y', true],
    ['no', false],
    ['OFF', false],
    ['~', null],
    ['Null', null],
    ['nULL', 'nULL'],
    ['1_000', 1000],
    ['+12', 12],
    ['-0', 0],
    ['017', 15],
    ['0o17', 15],
    ['09', 9],
    ['0x1F', 31],
    ['0XfF', 255],
    ['-0x10', -16],
    ['0b101', 5],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['0x7FFFFFFFFFFFFFFF', 9223372036854775807n],
    ['18446744073709551616', 18446744073709551616],
    ['1e3', 1000],
    ['1.', 1],
    ['.5', 0.5],
    ['+.5e-1', 0.05],
    ['1_0.5', 10.5],
    ['e5', 'e5'],
    ['.', '.'],
    ['._5', '._5'],
    ['1e400', '1e400'],
    ['1.5.6', '1.5.6'],
    ['12:30:45', '12:30:45'],
    ['2001-01-01', '2001-01-01'],
    ['"yes"', 'yes'],
    ["'1'", '1'],
    ['!!str 1', '1'],
    ['!!int "1"', 1],
    ['!own 1', '1'],
  ])('%s', (scalar, value) => {
    expect(values(`a: ${scalar}\n`)).toEqual([{ a: value }]);
  });

  it('are keys by their value', () => {
    expect(values('yes: 1\n0x10: 2\n"no": 3\n')).toEqual([{ true: 1, 16: 2, no: 3 }]);
  });

  it('that JSON cannot hold are refused, and so are values that are not of their tag', () => {
    expect(fault('a:\n  b: -.inf\n')).toBe('x.yaml:2: not valid YAML: JSON has no infinite numbers and no NaN');
    expect(fault('a: .NaN\n')).toContain('no NaN');
    expect(fault('a: !!int x\n')).toBe('x.yaml:1: not valid YAML: "x" is no int');
  });
});

describe('documents, anchors and lines of YAML', () => {
  it('empty documents are left out', () => {
    expect(values('---\n# nothing\n---\na: 1\n---\n~\n...\n---\n- b\n')).toEqual([{ a: 1 }, ['b']]);
  });

  it('an anchor is known in its document alone, and merged keys give way to those that stand there', () => {
    expect(values('a: &x {b: 1, c: 2}\nd: *x\ne: {<<: *x, c: 3}\nf: {"<<": 1}\n')).toEqual([
      { a: { b: 1, c: 2 }, d: { b: 1, c: 2 }, e: { b: 1, c: 3 }, f: { '<<': 1 } },
    ]);
    expect(fault('a: &x 1\n---\nb: *x\n')).toBe('x.yaml:3: not valid YAML: the alias *x has no anchor before it');
  });

  it('a key that stands twice is named with its line, however it is written', () => {
    expect(fault('a: 1\nb:\n  c: 1\n  "c": 2\n')).toBe('x.yaml:4: not valid YAML: the key "c" stands here twice');
    expect(fault('on: 1\ntrue: 2\n')).toContain('x.yaml:2: not valid YAML: the key "true" stands here twice');
  });

  it('a line is that of the deepest node on the path that exists', () => {
    const text = '# c\n\na:\n  - b: |\n      text\n  - c: &x\n      d: 1\ne: *x\nf:\n---\ng: 1\n';
    const [first, second] = readYaml(text, 'x.yaml');
    const paths = [[], ['a', 0, 'b'], ['a', 1, 'c', 'd'], ['e', 'd', 'no'], ['a', 7], ['f', 'g']];
    expect(paths.map((path) => first?.lineOf(path))).toEqual([3, 4, 7, 7, 4, 9]);
    expect([first?.line, second?.line]).toEqual([3, 11]);
  });

  it('what is written in any style is read as it was', () => {
    const text = fc
      .oneof(
        fc.constantFrom('yes', '0x1F', '1_000', '.nan', '9007199254740993', 'a: b', 'a #b', '- a', 'a\n\nb\n'),
        fc.array(fc.constantFrom(...SIGNIFICANT), { maxLength: 30 }).map((characters) => characters.join('')),
        fc.lorem({ mode: 'sentences', maxCount: 4 }),
      )
      // The library that writes gets the indentation of such a block wrong, and leaves quotes out that this key needs.
      .filter((one) => !/^[ \n]|^<<$/.test(one));
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.constantFrom(0, -5, 1.5, true, false, null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', 'f:a'), text), tie('value'), { maxKeys: 4 }),
      ),
    }));
    const style = fc.record({
      lineWidth: fc.constantFrom(80, 0),
      indent: fc.constantFrom(2, 4),
      indentSeq: fc.boolean(),
      defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
      directives: fc.boolean(),
    });
    fc.assert(
      fc.property(value, style, (one, how) => {
        const written = stringify({ one }, { ...how, version: '1.1', aliasDuplicateObjects: false });
        expect(values(written)).toEqual([{ one }]);
      }),
      { numRuns: 500 },
    );
  });

  it('every manifest of this repository is read', () => {
    const root = join(import.meta.dirname, '../../../..');
    const files = ['packages', 'examples', 'test', 'cli', 'operators']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
      )
      .filter((file) => /\.ya?ml$/.test(file) && !file.includes('node_modules'));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) expect(values(readFileSync(file, 'utf8')), file).not.toEqual([]);
  });
});
