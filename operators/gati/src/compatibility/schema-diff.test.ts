import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '../../test/runs.ts';
import type { VersionSchema } from '../types/index.ts';
import { diffSchemas } from './schema-diff.ts';

type Schema = Record<string, unknown>;

const object = (properties: Schema, ...required: string[]): Schema => ({ type: 'object', properties, required });
const name = { type: 'string' };

function judged(from: Schema, to: Schema) {
  const verdict = (side: 'request' | 'response'): string => {
    const { changes, unjudged } = diffSchemas({ [side]: from }, { [side]: to });
    return changes.some(({ breaking }) => breaking) ? 'breaking' : unjudged.length > 0 ? 'unknown' : 'ok';
  };
  return { request: verdict('request'), response: verdict('response') };
}

const TABLE: [string, Schema, Schema, string, string][] = [
  ['add required field', object({}), object({ name }, 'name'), 'breaking', 'ok'],
  ['add optional field', object({}), object({ name }), 'ok', 'ok'],
  ['remove required field', object({ name }, 'name'), object({}), 'ok', 'breaking'],
  ['remove optional field', object({ name }), object({}), 'ok', 'ok'],
  ['enum value added', { enum: ['a'] }, { enum: ['a', 'b'] }, 'ok', 'breaking'],
  ['enum value removed', { enum: ['a', 'b'] }, { enum: ['a'] }, 'breaking', 'ok'],
  ['type changed', { type: 'string' }, { type: 'integer' }, 'breaking', 'breaking'],
  ['type given where there was none', {}, { type: 'string' }, 'breaking', 'breaking'],
  ['optional → required', object({ name }), object({ name }, 'name'), 'breaking', 'ok'],
  ['required → optional', object({ name }, 'name'), object({ name }), 'ok', 'breaking'],
  ['becomes nullable', { type: 'string' }, { type: ['null', 'string'] }, 'ok', 'breaking'],
  ['stops being nullable', { type: 'string', nullable: true }, { type: 'string' }, 'breaking', 'ok'],
  ['oneOf changed', { oneOf: [name] }, { oneOf: [{}] }, 'unknown', 'unknown'],
  ['not added', {}, { not: name }, 'unknown', 'unknown'],
  ['a limit changed', { type: 'string', maxLength: 3 }, { type: 'string', maxLength: 2 }, 'unknown', 'unknown'],
  ['enum added', { type: 'string' }, { type: 'string', enum: ['a'] }, 'unknown', 'unknown'],
  ['tuple changed', { items: [name] }, { items: [name, name] }, 'unknown', 'unknown'],
  ['reference out of the document', { $ref: 'http://a/b' }, { $ref: 'http://a/c' }, 'unknown', 'unknown'],
  ['reference to nothing', { $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }, 'unknown', 'unknown'],
  ['required that is no list', { required: 'a' }, { required: 'b' }, 'unknown', 'unknown'],
  ['defaults and descriptions', { default: 1, description: 'a' }, { default: 2, title: 'b' }, 'ok', 'ok'],
];

test.each(TABLE)('G-58: %s', (_, from, to, request, response) => {
  expect(judged(from, to)).toEqual({ request, response });
});

test.each(TABLE)('G-58: %s, inside objects, array items and definitions', (_, from, to, request, response) => {
  const wrap = (schema: Schema): Schema => ({
    type: 'object',
    properties: { list: { type: 'array', items: { $ref: '#/$defs/item' } } },
    $defs: { item: schema },
  });
  expect(judged(wrap(from), wrap(to))).toEqual({ request, response });
  expect(judged(object({ a: object({ b: from }) }), object({ a: object({ b: to }) }))).toEqual({ request, response });
});

test('G-58: a changed status code breaks those who read it, where both are set', () => {
  expect(diffSchemas({ statusCode: 200 }, { statusCode: 201 }).changes).toEqual([
    { path: '/statusCode', side: 'response', breaking: true, message: 'the status code 200 became 201' },
  ]);
  expect(diffSchemas({ statusCode: 200 }, {}).changes).toEqual([]);
});

test('G-58: what only one version publishes is not compared', () => {
  expect(diffSchemas({ request: name }, { response: { type: 'integer' } })).toEqual({ changes: [], unjudged: [] });
});

test('G-58: changes are reported with their place, harmless ones too', () => {
  const { changes } = diffSchemas({ request: object({}) }, { request: object({ 'a/b': name, c: name }, 'a/b') });
  expect(changes).toEqual([
    { path: '/properties/a~1b', side: 'request', breaking: true, message: 'the field came' },
    { path: '/properties/c', side: 'request', breaking: false, message: 'the field came' },
  ]);
});

test('G-58: schemas that refer to themselves are compared once around', () => {
  const tree = (value: Schema): Schema => ({
    $ref: '#/$defs/node',
    $defs: { node: object({ value, children: { type: 'array', items: { $ref: '#/$defs/node' } } }) },
  });
  expect(judged(tree(name), tree(name))).toEqual({ request: 'ok', response: 'ok' });
  expect(judged(tree(name), tree({ type: 'integer' }))).toEqual({ request: 'breaking', response: 'breaking' });
  const circle = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } };
  expect(judged(circle, circle)).toEqual({ request: 'ok', response: 'ok' });
});

test('G-58: a construct without rules that refers to a changed definition is unknown, though its text is the same', () => {
  const choice = (item: Schema): Schema => ({ oneOf: [{ $ref: '#/$defs/item' }], $defs: { item } });
  expect(judged(choice(name), choice(name)).request).toBe('ok');
  expect(judged(choice(name), choice({ type: 'integer' })).request).toBe('unknown');
});

const leaf = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'null', ['string', 'null']) }),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', null, 1)) }),
  fc.record({ $ref: fc.constantFrom('#', '#/properties/a', '#/items', 'http://x', '#x', '#/%') }),
  fc.record({ oneOf: fc.constant([{ $ref: '#' }]), format: fc.string() }),
  fc.boolean(),
  fc.constant('no schema'),
);
const { schema: schemas } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record(
      {
        type: fc.constantFrom('object', 'array'),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')),
        required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
        items: tie('schema'),
        description: fc.string(),
      },
      { requiredKeys: [] },
    ),
  ),
}));
/** As it comes out of a server: plain objects. */
const plain = schemas.map((schema): unknown => JSON.parse(JSON.stringify(schema)));
const published = (value: unknown): VersionSchema => ({ request: value, response: value }) as VersionSchema;

test('G-58: no schema differs from itself', () => {
  fc.assert(
    fc.property(plain, (schema) => {
      expect(diffSchemas(published(schema), published(structuredClone(schema)))).toEqual({ changes: [], unjudged: [] });
    }),
    RUNS,
  );
});

test('G-58: what breaks requests one way breaks responses the other way', () => {
  fc.assert(
    fc.property(plain, plain, (one, other) => {
      const forth = diffSchemas({ request: one } as VersionSchema, { request: other } as VersionSchema);
      const back = diffSchemas({ response: other } as VersionSchema, { response: one } as VersionSchema);
      const paths = ({ changes }: typeof forth) =>
        changes
          .filter(({ breaking }) => breaking)
          .map(({ path }) => path)
          .toSorted((a, b) => (a < b ? -1 : 1));
      expect(paths(forth)).toEqual(paths(back));
      expect(forth.unjudged).toHaveLength(back.unjudged.length);
    }),
    RUNS,
  );
});
