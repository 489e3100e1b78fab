import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { celRules } from '../src/cel/index.ts';
import { compareCrds, printJson, printMarkdown, printSarif, printTable } from '../src/compatibility/index.ts';
import { printReference } from '../src/definition/index.ts';
import { isCrdError } from '../src/errors.ts';
import {
  admitMetadata,
  type Crd,
  compileSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseCrd,
  parseCrds,
  structuralProblems,
} from '../src/schema/index.ts';
import { widgets } from './definition/widgets.ts';

const GOOD = widgets.yaml();

/** Every answer of the package about one text: an answer, or a fault with the name of the file; nothing else. */
function ask(text: string | JsonObject): void {
  try {
    for (const crd of parseCrds(text, 'in.yaml', { others: 'skip' })) askAbout(crd);
  } catch (error) {
    if (!isCrdError(error)) throw error;
    expect(error.message.startsWith('in.yaml')).toBe(true);
    expect(error.message).not.toMatch(/\n\s+at /);
  }
}

function askAbout(crd: Crd): void {
  structuralProblems(crd, { rules: celRules });
  const options = { compiler: celRules };
  const reports = [
    compareCrds(widgets.crd, crd, options),
    compareCrds(crd, widgets.crd, options),
    compareCrds(crd, null),
    ...(['crdify', 'olm'] as const).map((mode) => compareCrds(widgets.crd, crd, { mode })),
  ];
  expect(compareCrds(crd, crd, options).findings).toEqual([]);
  for (const print of [printJson, printMarkdown, printSarif, printTable]) print(reports);
  printTable(reports, { isWide: true });
  printReference(crd);
  for (const { name } of crd.spec.versions) compileSchema(crd, name, { rules: celRules }).admit({ spec: { size: 3 } });
}

const anyValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(
      null,
      true,
      0,
      -1,
      1.5,
      2n ** 63n,
      '',
      'object',
      'array',
      '^(',
      'self.x >',
      '.spec.size',
    ),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('type', 'properties', 'items', 'default', 'x-kubernetes-validations', 'rule', '__proto__', 'a'),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).value;

/** The path of every value inside of one. */
function pathsOf(value: JsonValue, path: readonly string[] = []): (readonly string[])[] {
  const children = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
  return [path, ...children.flatMap(([key, child]) => pathsOf(child, [...path, key]))];
}

function withValue(root: JsonValue, [step, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (step === undefined) return value;
  if (Array.isArray(root)) {
    return root.map((item, at) => (at === Number(step) ? withValue(item, rest, value) : item));
  }
  const object = root as JsonObject;
  return { ...object, [step]: withValue(object[step] as JsonValue, rest, value) };
}

/** What YAML is made of, and what is in CRDs. */
const PIECES = [
  ['-', '?', '&', '*', '[', ']', '{', '}', ',', '|', '>', '"', "'", '#', '%', '!', ':', '~', ' ', '\t', '\n'],
  ['a: ', '- ', '&x ', '*x', '>-\n', '---\n', '...\n', '!!binary ', '!!set ', '!<x> ', '<<: ', '%YAML 1.2\n'],
  ['kind: CustomResourceDefinition\n', 'apiVersion: apiextensions.k8s.io/v1\n', 'spec:\n', '0x', '1e999', '.nan'],
  ['\u0000', '\uFEFF', '😀'],
].flat();

describe('any input', () => {
  it('that is random bytes ends in a fault or in nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => ask(Buffer.from(bytes).toString('utf8'))),
      { numRuns: 500 },
    );
  });

  it('that is random YAML ends in a fault or in nothing', () => {
    const piece = fc.constantFrom(...PIECES);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => ask(pieces.join(''))),
      { numRuns: 2000 },
    );
  });

  it('that is a CRD cut off anywhere ends in a fault or in an answer', () => {
    fc.assert(
      fc.property(fc.nat(GOOD.length), (length) => ask(GOOD.slice(0, length))),
      { numRuns: 40 },
    );
  });

  it('that is a CRD with anything in the place of anything ends in a fault or in an answer', () => {
    const { manifest } = widgets;
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(manifest)), anyValue, (path, value) => {
        const changed = withValue(manifest, path, value);
        if (isJsonObject(changed)) ask(changed);
      }),
      { numRuns: 150 },
    );
  });

  it('that is a CRD with its lines mixed up ends in a fault or in an answer', () => {
    const lines = GOOD.split('\n');
    const at = fc.nat(lines.length - 1);
    fc.assert(
      fc.property(at, at, fc.boolean(), (from, to, isKept) => {
        const mixed = isKept ? [...lines] : lines.filter((_, index) => index !== from);
        mixed.splice(to, 0, lines[from] ?? '');
        ask(mixed.join('\n'));
      }),
      { numRuns: 100 },
    );
  });

  it('that is an object with any metadata is judged', () => {
    fc.assert(fc.property(anyValue, (metadata) => void admitMetadata({ metadata })));
    const { schema } = widgets.kinds.v1;
    fc.assert(fc.property(anyValue, (spec) => void schema.admit({ spec })));
  });

  it('of 10 MB is read in a moment', () => {
    const properties = Array.from(
      { length: 25_000 },
      (_, n) => `                p${n}: {type: string, description: "${'x'.repeat(350)}"}`,
    );
    const large = GOOD.replace('                size:', `${properties.join('\n')}\n                size:`);
    expect(large.length).toBeGreaterThan(9_000_000);
    expect(structuralProblems(parseCrd(large))).toEqual([]);
  });

  it.each([
    ['dashes', '- ', 5_000_000],
    ['braces', '{', 10_000_000],
    ['quotes', '"', 1_000_000],
    ['paragraphs', 'a\n\n', 3_000_000],
    ['faults', '- a: }\n', 1_500_000],
    ['commas', '[,', 5_000_000],
    ['zeros', '\u0000', 10_000_000],
    ['equal keys', 'a: b\n', 30_000],
    ['anchors', '&x ', 100_000],
    ['documents', '---\n', 50_000],
  ])('of %s without end is refused in a moment', (_title, piece, times) => {
    ask(piece.repeat(times));
  });
});
