import { describe, expect, it } from 'vitest';
import { crdOf } from '../../test/random-schema.ts';
import { compileSchema, type JsonObject, type JsonValue, parseCrd, printProblem } from './index.ts';

/** The engine for a CRD whose `spec` has this schema. */
function engine(spec: JsonObject, root: JsonObject = {}) {
  return compileSchema(parseCrd(crdOf('things', { spec, status: { type: 'object' } }, root)), 'v1');
}

function admit(spec: JsonObject, value: JsonValue) {
  const { object, problems, unknownFields } = engine(spec).admit({
    apiVersion: 'x/v1',
    kind: 'X',
    metadata: {},
    spec: value,
  });
  return { spec: object['spec'], problems: problems.map(printProblem), unknownFields };
}

function problemsOf(spec: JsonObject, value: JsonValue): string[] {
  return admit(spec, value).problems;
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('validation in the words of the API server', () => {
  it.each<[string, JsonObject, JsonValue, string[]]>([
    [
      'K-90: a string for an integer',
      object({ replicas: { type: 'integer' } }),
      { replicas: 'x' },
      ['spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"'],
    ],
    [
      'a fraction for an integer',
      { type: 'integer' },
      1.5,
      [
        'spec: Invalid value: "number": spec in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec',
      ],
    ],
    [
      'CRD-V04: beyond int32',
      { type: 'integer', format: 'int32' },
      2147483648,
      ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec'],
    ],
    [
      'null in a list',
      { type: 'array', items: { type: 'string' } },
      [null],
      ['spec[0]: Invalid value: "null": spec[0] in body must be of type string: "null"'],
    ],
    ['a missing field', object({}, { required: ['a'] }), {}, ['spec.a: Required value']],
    [
      'an enum',
      { type: 'string', enum: ['a', 'b'] },
      'c',
      ['spec: Unsupported value: "c": supported values: "a", "b"'],
    ],
    [
      'CRD-V23: null beside an enum that lists it',
      { type: 'string', nullable: true, enum: ['a', null] },
      null,
      ['spec: Unsupported value: null: supported values: "a", "null"'],
    ],
    [
      'maxLength in code points',
      { type: 'string', maxLength: 2 },
      '😀😀😀',
      ['spec: Too long: may not be more than 2 bytes'],
    ],
    [
      'minLength in code points',
      { type: 'string', minLength: 3 },
      '😀😀',
      ['spec: Invalid value: "😀😀": spec in body should be at least 3 chars long'],
    ],
    [
      'an RE2 pattern',
      { type: 'string', pattern: '(?i)^x' },
      'y',
      ['spec: Invalid value: "y": spec in body should match \'(?i)^x\''],
    ],
    [
      'an exclusive maximum',
      { type: 'integer', maximum: 3, exclusiveMaximum: true },
      3,
      ['spec: Invalid value: 3: spec in body should be less than 3'],
    ],
    [
      'a minimum',
      { type: 'number', minimum: 0.5 },
      0.25,
      ['spec: Invalid value: 0.25: spec in body should be greater than or equal to 0.5'],
    ],
    [
      'CRD-N07: a bound that an integer cannot hold',
      { type: 'integer', minimum: 1.5 },
      1,
      [
        '<nil>: Invalid value: "": Minimum boundary value must be of type integer (default format) in spec',
        'spec: Invalid value: 1: spec in body should be greater than or equal to 1.5',
      ],
    ],
    ['CRD-N07: a fractional bound is cut for whole numbers', { type: 'number', minimum: 1.5 }, 1, []],
    [
      'multipleOf',
      { type: 'integer', multipleOf: 3 },
      10,
      ['spec: Invalid value: 10: spec in body should be a multiple of 3'],
    ],
    [
      'int64 beyond 2^53',
      { type: 'integer', maximum: 5 },
      9007199254740993n,
      ['spec: Invalid value: 9007199254740993: spec in body should be less than or equal to 5'],
    ],
    [
      'too many items',
      { type: 'array', maxItems: 1, items: { type: 'string' } },
      ['a', 'b'],
      ['spec: Too many: 2: must have at most 1 item'],
    ],
    [
      'too few properties',
      object({}, { minProperties: 1 }),
      {},
      ['spec: Invalid value: 0: spec in body should have at least 1 properties'],
    ],
    [
      'CRD-S13: additionalProperties false',
      { type: 'object', additionalProperties: false },
      { a: 1 },
      ['spec: Invalid value: "a": spec.a in body is a forbidden property'],
    ],
    [
      'a map value',
      { type: 'object', additionalProperties: { type: 'string' } },
      { 'a.b': 1 },
      ['spec.a.b: Invalid value: "integer": spec.a.b in body must be of type string: "integer"'],
    ],
    [
      'int-or-string',
      { 'x-kubernetes-int-or-string': true },
      true,
      ['spec: Invalid value: "boolean": spec in body must be of type integer,string: "boolean"'],
    ],
    [
      'a format',
      { type: 'string', format: 'date-time' },
      'soon',
      ['spec: Invalid value: "soon": spec in body must be of type date-time: "soon"'],
    ],
    ['a list for a string with a format, which passes', { type: 'string', format: 'date' }, ['x'], []],
    [
      'duplicates in a set',
      { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      ['a', 'b', 'a', 'a'],
      ['spec[2]: Duplicate value: "a"'],
    ],
    [
      'not',
      object({ a: { type: 'string' } }, { not: { required: ['a'] } }),
      { a: 'x' },
      ['<nil>: Invalid value: "": "spec" must not validate the schema (not)'],
    ],
    [
      'oneOf: the best failure is reported',
      object({ a: { type: 'string' }, b: { type: 'string' } }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
      {},
      [
        '<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found none valid',
        'spec.a: Required value',
      ],
    ],
    [
      'anyOf',
      { type: 'integer', anyOf: [{ minimum: 5 }, { maximum: 1 }] },
      3,
      [
        '<nil>: Invalid value: "": "spec" must validate at least one schema (anyOf)',
        'spec: Invalid value: 3: spec in body should be greater than or equal to 5',
      ],
    ],
    [
      'allOf: the same sentence once',
      object({}, { required: ['a'], allOf: [{ required: ['a'] }] }),
      {},
      [
        'spec.a: Required value',
        '<nil>: Invalid value: "": "spec" must validate all the schemas (allOf). None validated',
      ],
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(problemsOf(schema, value).toSorted()).toEqual(expected.toSorted());
  });

  it('list maps name the keys of the duplicate, in brackets below maps', () => {
    const list = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'port'],
      items: object({ name: { type: 'string' }, port: { type: 'integer', default: 80 } }, { required: ['name'] }),
    };
    const value = { k: [{ name: 'a' }, { name: 'a', port: 80 }] };
    expect(problemsOf({ type: 'object', additionalProperties: list }, value)).toEqual([
      'spec[k][1]: Duplicate value: {"name":"a","port":80}',
    ]);
  });
});

describe('pruning and defaulting', () => {
  it('drops unknown fields and names them, sorted; the given object stays as it is', () => {
    const given = { b: 1, a: { x: 1 }, list: [{ y: 1 }] };
    const schema = object({ a: object({}), list: { type: 'array', items: object({}) } });
    expect(admit(schema, given)).toEqual({
      spec: { a: {}, list: [{}] },
      problems: [],
      unknownFields: ['spec.a.x', 'spec.b', 'spec.list[0].y'],
    });
    expect(given).toEqual({ b: 1, a: { x: 1 }, list: [{ y: 1 }] });
  });

  it('preserve-unknown-fields keeps what is unknown, and prunes again where something is declared', () => {
    const schema = object({ a: object({}) }, { 'x-kubernetes-preserve-unknown-fields': true });
    expect(admit(schema, { a: { x: 1 }, b: { c: 1 } }).spec).toEqual({ a: {}, b: { c: 1 } });
  });

  it('CRD-S14: additionalProperties true keeps keys and empties objects below', () => {
    const schema = { type: 'object', additionalProperties: true };
    expect(admit(schema, { a: 1, b: { c: 1 }, d: [{ e: 1 }] }).spec).toEqual({ a: 1, b: {}, d: [{}] });
  });

  it('CRD-V22: null is dropped, replaced by the default, or kept where it is allowed', () => {
    const schema = object({
      dropped: { type: 'string' },
      replaced: { type: 'string', default: 'x' },
      kept: { type: 'string', nullable: true, default: 'x' },
    });
    expect(admit(schema, { dropped: null, replaced: null, kept: null }).spec).toEqual({ replaced: 'x', kept: null });
  });

  it('CRD-V22: null that a server-side apply left is kept, and refused where it is not allowed', () => {
    const map = { type: 'object', additionalProperties: { type: 'string' } };
    const spec = object({ refused: map, replaced: { ...map, default: {} }, kept: { ...map, nullable: true } });
    const given = { apiVersion: 'x/v1', kind: 'X', metadata: {}, spec: { refused: null, replaced: null, kept: null } };
    const { object: admitted, problems } = engine(spec).admit(given, { keepsNulls: true });
    expect(admitted['spec']).toEqual({ refused: null, replaced: {}, kept: null });
    expect(problems.map(printProblem)).toEqual([
      'spec.refused: Invalid value: "null": spec.refused in body must be of type object: "null"',
    ]);
    expect(engine(spec).normalize(given, { keepsNulls: true })['spec']).toEqual(admitted['spec']);
    expect(engine(spec).normalize(given)['spec']).toEqual({ replaced: {}, kept: null });
  });

  it('CRD-V24: defaults fill nested objects that are there, and defaults inside defaults', () => {
    const inner = object({ port: { type: 'integer', default: 80 } });
    const schema = object({ absent: inner, present: inner, made: { ...inner, default: {} } });
    expect(admit(schema, { present: {} }).spec).toEqual({ present: { port: 80 }, made: { port: 80 } });
  });

  it('a default is taken as it is: its nulls stay, and what it loses is not named', () => {
    const map = { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true }, default: { k: null } };
    expect(admit(object({ map }), {}).problems).toEqual([
      'spec.map.k: Invalid value: "null": spec.map.k in body must be of type integer,string: "null"',
    ]);
  });

  it('each object gets a default of its own', () => {
    const compiled = engine(object({ list: { type: 'array', items: { type: 'string' }, default: ['a'] } }));
    const first = compiled.admit({ spec: {} }).object as { spec: { list: string[] } };
    first.spec.list.push('b');
    expect(compiled.admit({ spec: {} }).object).toEqual({ spec: { list: ['a'] } });
  });

  it('leaves apiVersion, kind and metadata of the root alone', () => {
    const object = { apiVersion: 'x/v1', kind: 'X', metadata: { name: 'a', labels: { b: 'c' } }, other: 1 };
    const { object: admitted, unknownFields } = engine({ type: 'object' }).admit(object);
    expect(admitted).toEqual({ apiVersion: 'x/v1', kind: 'X', metadata: { name: 'a', labels: { b: 'c' } } });
    expect(unknownFields).toEqual(['other']);
  });

  it('__proto__ is a field like others', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"b":1}') as JsonObject;
    expect(admit({ type: 'object', additionalProperties: { type: 'integer' } }, value).problems).toEqual([
      'spec.__proto__: Invalid value: "object": spec.__proto__ in body must be of type integer: "object"',
    ]);
    expect(Object.keys(admit({ type: 'object' }, value).spec as object)).toEqual([]);
  });

  it('shares what it does not change', () => {
    const spec = { a: { b: [1] } };
    const schema = object({ a: object({ b: { type: 'array', items: { type: 'integer' } } }) });
    expect(engine(schema).admit({ spec }).object['spec']).toBe(spec);
  });
});

describe('embedded resources', () => {
  const schema = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  };

  it('CRD-S20: need apiVersion and kind, and valid metadata without unknown fields', () => {
    const metadata = { name: 'a/b', extra: 1, labels: { 'a b': 'c' }, creationTimestamp: null };
    const { problems, unknownFields } = admit(schema, { kind: 'A B', metadata });
    expect(problems.map((text) => text.slice(0, 60))).toEqual(
      [
        'spec.apiVersion: Required value',
        'spec.kind: Invalid value: "A B": may have mixed case, but sh',
        'spec.metadata.name: Invalid value: "a/b": may not contain \'/\'',
        'spec.metadata.labels: Invalid value: "a b": name part must c',
      ].map((text) => text.slice(0, 60)),
    );
    expect(unknownFields).toEqual(['spec.metadata.extra']);
  });

  it('cannot be decoded with fields of the wrong type', () => {
    const compiled = engine(schema);
    const { undecodable } = compiled.admit({ spec: { apiVersion: 'v1', kind: 'A', metadata: { name: 5 } } });
    expect(undecodable?.message).toBe(
      'Invalid value: {"name":5}: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
    );
    expect(compiled.normalize({ spec: { apiVersion: 5, kind: 'A', metadata: { name: 5, uid: 'u' } } })).toEqual({
      spec: { kind: 'A', metadata: { uid: 'u' } },
    });
  });
});

describe('updates', () => {
  it('KEP-4008: unchanged invalid values are tolerated, changed ones are not', () => {
    const compiled = engine(object({ a: { type: 'string', maxLength: 1 }, b: { type: 'string', maxLength: 1 } }));
    const old = { spec: { a: 'long', b: 'long' } };
    expect(compiled.admit({ spec: { a: 'long', b: 'x' } }, { old }).problems).toEqual([]);
    expect(compiled.admit({ spec: { a: 'longer', b: 'long' } }, { old }).problems.map(({ field }) => field)).toEqual([
      'spec.a',
    ]);
    expect(compiled.admit({ spec: { a: 'long' } }).problems).toHaveLength(1);
  });

  it('KEP-4008: items of map lists are matched by key; items of other lists are not matched', () => {
    const item = object({ name: { type: 'string' }, v: { type: 'integer', maximum: 1 } }, { required: ['name'] });
    const map = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
    const old = { spec: [{ name: 'a', v: 5 }] };
    const changed = {
      spec: [
        { name: 'b', v: 1 },
        { name: 'a', v: 5 },
      ],
    };
    expect(engine({ type: 'array', items: item, ...map }).admit(changed, { old }).problems).toEqual([]);
    expect(engine({ type: 'array', items: item }).admit(changed, { old }).problems).toHaveLength(1);
    expect(engine({ type: 'array', items: item }).admit({ ...old, metadata: {} }, { old }).problems).toEqual([]);
  });

  it('duplicates in the stored object excuse duplicates in the new one', () => {
    const compiled = engine({ type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } });
    const old = { spec: ['a', 'a'] };
    expect(compiled.admit({ spec: ['b', 'b'] }, { old }).problems).toEqual([]);
    expect(compiled.admit({ spec: ['b', 'b'] }, { old: { spec: ['a'] } }).problems).toHaveLength(1);
  });

  it('a write to /status names fields below status and leaves the spec alone', () => {
    const crd = crdOf('things', { spec: { type: 'integer' }, status: object({ n: { type: 'integer' } }) });
    const { problems } = compileSchema(parseCrd(crd), 'v1').admit(
      { spec: 'x', status: { n: 'x' } },
      { subresource: 'status' },
    );
    expect(problems.map(printProblem)).toEqual([
      'status.n: Invalid value: "string": n in body must be of type integer: "string"',
    ]);
  });
});

describe('compiling', () => {
  it('names the versions there are', () => {
    const crd = parseCrd(crdOf('things', {}));
    expect(() => compileSchema(crd, 'v2')).toThrow('things.schema.example.com has no version v2; it has v1');
  });

  it('CRD-C18: fields behind /scale must be counts and text', () => {
    const crd = crdOf('things', { spec: { 'x-kubernetes-preserve-unknown-fields': true } });
    const [version] = (crd['spec'] as { versions: [JsonObject] }).versions;
    version['subresources'] = { scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } };
    const compiled = compileSchema(parseCrd(crd), 'v1');
    const texts = (spec: JsonValue) => compiled.admit({ spec }).problems.map(printProblem);
    expect(texts({ n: -1 })).toEqual(['.spec.n: Invalid value: -1: should be a non-negative integer']);
    expect(texts({ n: { a: [1] } })).toEqual([
      '.spec.n: Invalid value: 0: .spec.n accessor error: map[a:[1]] is of the type map[string]interface {}, expected int64',
    ]);
    expect(texts({ n: 3 })).toEqual([]);
  });
});
