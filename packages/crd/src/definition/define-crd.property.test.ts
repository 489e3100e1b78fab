import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compareCrds } from '../compatibility/index.ts';
import { type JsonObject, type JsonValue, parseCrd } from '../schema/index.ts';
import { defineCrd, intOrString, listSet } from './index.ts';

const word = fc.constantFrom('a', 'b', 'ab', 'abc', '', 'xyz');
const bound = fc.integer({ min: 0, max: 3 });

const leaf: fc.Arbitrary<z.ZodType> = fc.oneof(
  fc.tuple(bound, bound).map(([min, more]) =>
    z
      .string()
      .min(min)
      .max(min + more),
  ),
  fc.tuple(bound, bound).map(([min, more]) =>
    z
      .int()
      .min(min)
      .max(min + more),
  ),
  fc.constant(z.string().regex(/^a/)),
  fc.constant(z.number().gt(0).lt(3)),
  fc.constant(z.int32()),
  fc.constant(z.boolean()),
  fc.constant(z.enum(['a', 'b'])),
  fc.constant(z.union([z.literal('ab'), z.literal('abc')])),
  fc.constant(z.literal([1, 2])),
  fc.constant(z.int().nullable()),
  fc.constant(intOrString()),
);
/** Scalars with a default that fits them. */
const preset: fc.Arbitrary<z.ZodType> = fc.oneof(
  word.map((text) => z.string().default(text)),
  bound.map((number) => z.int().default(number)),
  fc.boolean().map((yes) => z.boolean().default(yes)),
);

const { schema: anySchema } = fc.letrec<{ schema: z.ZodType; object: z.ZodObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.tuple(tie('schema'), bound).map(([item, max]) => z.array(item).max(max)),
    tie('schema').map((value) => z.record(z.string(), value)),
    tie('object'),
  ),
  object: fc
    .dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(
        preset,
        tie('schema'),
        tie('schema').map((field) => field.optional()),
      ),
      { maxKeys: 3 },
    )
    .map((fields) => z.object(fields)),
}));

const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    bound,
    fc.boolean(),
    fc.constantFrom(0.5, -1, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

function define(field: z.ZodType) {
  const versions = { v1: { spec: z.object({ field }) } };
  return defineCrd({ group: 'demo.slipway.dev', kind: 'Probe', scope: 'Cluster', versions });
}

describe('any kind', () => {
  it('accepts, prunes and defaults what zod does', () => {
    fc.assert(
      fc.property(anySchema, fc.array(anyValue, { minLength: 1, maxLength: 8 }), (zod, values) => {
        const { schema } = define(zod).kinds.v1;
        for (const field of values) {
          const reported = zod.safeParse(field);
          const { object, problems } = schema.admit({ spec: { field } });
          // The server takes null for a field with a default as absent; zod refuses it.
          if (!reported.success && JSON.stringify(field).includes('null')) continue;
          expect([problems.length === 0, field]).toEqual([reported.success, field]);
          if (reported.success) expect((object['spec'] as JsonObject)['field']).toEqual(reported.data);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('prints a manifest that reads back without a difference', () => {
    fc.assert(
      fc.property(anySchema, (zod) => {
        const { crd, ...definition } = define(zod);
        expect(definition.yaml()).toBe(define(zod).yaml());
        expect(compareCrds(crd, parseCrd(definition.yaml())).findings).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('documents itself with an example that the server would accept, or with none', () => {
    fc.assert(
      fc.property(anySchema, (zod) => {
        expect(define(zod).reference()).toContain('## demo.slipway.dev/v1');
      }),
      { numRuns: 50 },
    );
  });

  it('a list type survives whatever is chained after it', () => {
    const { crd } = define(z.array(z.string()).meta(listSet).max(3).optional().describe('zones'));
    const field = crd.spec.versions[0]?.schema?.openAPIV3Schema?.properties?.['spec']?.properties?.['field'];
    expect(field).toEqual({
      type: 'array',
      items: { type: 'string' },
      maxItems: 3,
      description: 'zones',
      'x-kubernetes-list-type': 'set',
    });
  });
});
