import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { widgets } from '../../test/definition/widgets.ts';
import { compareCrds } from '../compatibility/index.ts';
import { isCrdError } from '../errors.ts';
import { parseCrd } from '../schema/index.ts';
import { cel, defineCrd, intOrString, listMap, type SpecInputOf, type SpecOf, type StatusOf } from './index.ts';

const golden = (name: string): string => new URL(`../../test/definition/${name}`, import.meta.url).pathname;

function defineSpec(spec: z.ZodType) {
  return defineCrd({ group: 'demo.slipway.dev', kind: 'Probe', scope: 'Cluster', versions: { v1: { spec } } });
}

/** The schema of `spec.field`. */
function fieldOf(field: z.ZodType): unknown {
  const { crd } = defineSpec(z.object({ field }));
  return crd.spec.versions[0]?.schema?.openAPIV3Schema?.properties?.['spec']?.properties?.['field'];
}

describe('a kind defined once', () => {
  it('prints the same manifest byte for byte', async () => {
    await expect(widgets.yaml()).toMatchFileSnapshot(golden('widgets.yaml'));
    expect(widgets.yaml()).toBe(widgets.yaml());
  });

  it('prints a manifest that reads back as the same CRD', () => {
    const { source: _source, ...read } = parseCrd(widgets.yaml(), 'widgets.yaml');
    expect(read).toEqual(widgets.crd);
    expect(compareCrds(widgets.crd, read).findings).toEqual([]);
  });

  it('prints reference documentation with an example', async () => {
    await expect(widgets.reference()).toMatchFileSnapshot(golden('widgets.md'));
  });

  it('validates, defaults and prunes as the server does', () => {
    const { schema } = widgets.kinds.v1;
    const head = { apiVersion: 'demo.slipway.dev/v1', kind: 'Widget', metadata: { name: 'blue' } };
    const { object, problems, unknownFields } = schema.admit({ ...head, spec: { size: 3, colour: 'red' } });
    expect(problems).toEqual([]);
    expect(unknownFields).toEqual(['spec.colour']);
    expect(object['spec']).toEqual({
      size: 3,
      mode: 'Exact',
      replicas: 1,
      timeout: '30s',
      retry: { times: 3, pause: '1s' },
    });
    const refused = schema.admit({ ...head, spec: { size: 30, mode: 'Fast' } });
    expect(refused.problems).toMatchObject([{ field: 'spec.size', detail: 'a fast widget is small' }]);
  });

  it('gives each version as a kind, with the types of its objects', () => {
    const { v1, v1alpha1 } = widgets.kinds;
    expect(v1).toMatchObject({
      group: 'demo.slipway.dev',
      version: 'v1',
      kind: 'Widget',
      plural: 'widgets',
      scope: 'Namespaced',
    });
    expect(v1alpha1.version).toBe('v1alpha1');
    expectTypeOf<SpecOf<typeof v1>['mode']>().toEqualTypeOf<'Fast' | 'Exact'>();
    expectTypeOf<SpecInputOf<typeof v1>['mode']>().toEqualTypeOf<'Fast' | 'Exact' | undefined>();
    expectTypeOf<SpecOf<typeof v1>['retry']>().toEqualTypeOf<{ times: number; pause: string }>();
    expectTypeOf<StatusOf<typeof v1>['replicas']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<StatusOf<typeof v1alpha1>>().toEqualTypeOf<undefined>();
  });
});

describe('a schema of zod as structural schema', () => {
  it.each<[string, z.ZodType, object]>([
    ['an integer has no bounds of JavaScript', z.int(), { type: 'integer' }],
    ['a 32-bit integer is a format', z.int32().min(1), { type: 'integer', format: 'int32', minimum: 1 }],
    ['an open bound is a flag', z.number().gt(0), { type: 'number', minimum: 0, exclusiveMinimum: true }],
    ['a float has no bounds of JavaScript', z.float64(), { type: 'number' }],
    ['literals are one enum', z.union([z.literal('a'), z.literal('b')]), { type: 'string', enum: ['a', 'b'] }],
    ['numbers as literals are integers', z.literal([1, 2]), { type: 'integer', enum: [1, 2] }],
    ['a strict object is an object', z.strictObject({}), { type: 'object' }],
    ['anything is preserved', z.unknown(), { 'x-kubernetes-preserve-unknown-fields': true }],
    ['an id is no reference', z.string().meta({ id: 'Reused', title: 'Name' }), { type: 'string', title: 'Name' }],
    ['a format of the server needs no pattern', z.ipv4(), { type: 'string', format: 'ipv4' }],
    ['a format of zod is its pattern', z.string().startsWith('a'), { type: 'string', pattern: '^a.*' }],
    [
      'several patterns stand side by side',
      z.string().regex(/a/).regex(/b/),
      { type: 'string', allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
    ],
    [
      'integer or string is written as Kubernetes does',
      intOrString().nullable(),
      { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true, nullable: true },
    ],
    [
      'a loose object keeps what it does not know',
      z.looseObject({ a: z.string() }),
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        'x-kubernetes-preserve-unknown-fields': true,
      },
    ],
    [
      'rules and defaults may follow each other',
      z.array(z.string()).max(3).meta(cel('self.size() != 2')).default([]),
      {
        type: 'array',
        items: { type: 'string' },
        maxItems: 3,
        default: [],
        'x-kubernetes-validations': [{ rule: 'self.size() != 2' }],
      },
    ],
  ])('%s', (_title, zod, schema) => {
    expect(fieldOf(zod.optional())).toEqual(schema);
  });

  it.each<[string, z.ZodType, RegExp]>([
    ['a refinement', z.string().refine((text) => text !== ''), /refinement.*cel/],
    ['a transformation', z.string().transform(Number), /transform/],
    ['a change of the value', z.string().trim(), /trim/],
    ['a conversion', z.coerce.number(), /convert/],
    ['a date', z.date(), /datetime/],
    ['a tuple', z.tuple([z.string(), z.int()]), /z\.object/],
    ['a union of objects', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), /optional fields/],
    ['an intersection', z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })), /extend/],
    ['keys with a schema', z.record(z.string().min(2), z.string()), /keys of a map/],
    ['flags of a pattern', z.string().regex(/a/i), /without "i"/],
    ['a pattern beyond RE2', z.string().regex(/(?=a)b/), /RE2/],
    ['a duration of ISO 8601', z.iso.duration(), /duration\(\)/],
    ['an enum that may be null', z.enum(['a']).nullable(), /\.optional\(\)/],
    ['a format nobody can check', z.jwt(), /jwt/],
    ['fields beside any keys', z.object({ a: z.string() }).catchall(z.string()), /not both/],
    ['a keyword that does not exist', z.string().meta({ 'x-kubernetes-listtype': 'map' }), /x-kubernetes-listtype/],
  ])('%s is refused with the path of the field', (_title, zod, words) => {
    const fault = thrownBy(() => defineSpec(z.object({ list: z.array(z.object({ field: zod })) })));
    expect(isCrdError(fault, 'CRD_NOT_EXPRESSIBLE')).toBe(true);
    expect(fault).toMatchObject({ path: 'spec.list[].field', message: expect.stringMatching(words) });
  });

  it('a schema that contains itself is refused', () => {
    interface Tree {
      children?: Tree[] | undefined;
    }
    const tree: z.ZodType<Tree> = z.object({ children: z.lazy(() => z.array(tree)).optional() });
    expect(
      isCrdError(
        thrownBy(() => defineSpec(tree)),
        'CRD_NOT_EXPRESSIBLE',
      ),
    ).toBe(true);
  });

  it('what the server would refuse is refused in its words', () => {
    const list = z.array(z.object({ name: z.string().optional() })).meta(listMap('name'));
    const fault = thrownBy(() => defineSpec(z.object({ list })));
    expect(isCrdError(fault, 'CRD_NOT_STRUCTURAL')).toBe(true);
    expect(String(fault)).toContain('it must have a default or be a required property');
    const rule = thrownBy(() => defineSpec(z.object({ a: z.string() }).meta(cel('self.b'))));
    expect(String(rule)).toContain("undefined field 'b'");
  });

  it('an example that the server would refuse is no documentation', () => {
    const versions = { v1: { spec: z.object({ a: z.int() }), example: { spec: { a: 'x' } } } };
    const probes = defineCrd({ group: 'demo.slipway.dev', kind: 'Probe', scope: 'Cluster', versions });
    expect(String(thrownBy(() => probes.reference()))).toContain('spec.a');
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
