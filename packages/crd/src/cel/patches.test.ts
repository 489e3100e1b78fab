import { describe, expect, test } from 'vitest';
import {
  APPLY_CONFIGURATION,
  Breakdown,
  DYN,
  dynamicValue,
  EvaluationError,
  ExpressionEnvironment,
  JSON_PATCH,
  jsonOf,
  listOf,
  misplacedParts,
  nativeOf,
  PATCHES,
} from './index.ts';

const environment = new ExpressionEnvironment({ object: DYN }, PATCHES);
const plain = new ExpressionEnvironment({ object: DYN });

function made(source: string, object: unknown = {}) {
  const result = environment.evaluate(
    environment.compile(source),
    { object: dynamicValue(object) },
    { remaining: 10_000 },
  );
  if (result.isError) throw new Error(result.text);
  return result.value;
}

const fault = (source: string, one = environment): string => {
  const compiled = one.compile(source);
  return compiled.isValid ? '' : compiled.text;
};

describe('values that say how an object is to be changed', () => {
  test('L-10: an object holds what its initializers give, and optional fields only where they have a value', () => {
    expect(jsonOf(made('Object{}'))).toEqual({});
    expect(jsonOf(made('Object{metadata: Object.metadata{annotations: {"a/b": "c"}},}'))).toEqual({
      metadata: { annotations: { 'a/b': 'c' } },
    });
    const containers = 'object.names.map(n, Object.spec.containers{name: n, ports: [80, 81], ?image: object[?n]})';
    expect(jsonOf(made(`Object{spec: Object.spec{containers: ${containers}}}`, { names: ['a', 'b'], a: 'x' }))).toEqual(
      {
        spec: {
          containers: [
            { name: 'a', ports: [80, 81], image: 'x' },
            { name: 'b', ports: [80, 81] },
          ],
        },
      },
    );
    expect(made('Object{a: [1, 2]}.a.size() == 2 && has(Object{a: 1}.a) && !has(Object{}.a)')).toBe(true);
    expect(made('Object{a: Object.a{b: 3}} == Object{a: Object.a{b: 1 + 2}} && Object{}.a == null')).toBe(true);
    expect(made('Object{a: 1} == Object{a: 1u} || Object{a: [1]} == Object{a: [1]}')).toBe(false);
    expect(made('dyn(Object.a{b: 3}) == dyn(Object.b{b: 3}) || dyn({"b": 3}) == dyn(Object.b{b: 3})')).toBe(false);
  });

  test('L-10: the type of an expression is that of what it makes, whichever way it goes', () => {
    expect(environment.compile('true ? Object{a: 1} : Object{}')).toMatchObject({ type: APPLY_CONFIGURATION });
    expect(environment.compile('[JSONPatch{op: "test"}, JSONPatch{}]')).toMatchObject({ type: listOf(JSON_PATCH) });
    expect(environment.compile('Object.spec{}')).toMatchObject({ type: { name: 'Object.spec' } });
  });

  test('L-10: an operation of a JSON patch that is not given is an empty text', () => {
    expect(made('JSONPatch{op: "add"}.op + JSONPatch{}.path')).toBe('add');
    expect(made('has(JSONPatch{op: ""}.op) || has(JSONPatch{}.value)')).toBe(false);
    expect(made('JSONPatch{op: "add", value: [1]} == JSONPatch{op: "add", path: "", value: [1]}')).toBe(true);
    expect(() => made('JSONPatch{op: dyn(1)}')).toThrow("unexpected type int for JSONPatchType 'op' field");
  });

  test('L-10: where the type of an object is not known, its fields are not seen', () => {
    for (const source of ['dyn(Object{a: 1}).a', 'dyn(Object{a: 1})["a"]']) {
      expect(() => made(source)).toThrow('no such key: a');
    }
    for (const source of ['size(dyn(Object{}))', '"a" in dyn(Object{a: 1})', 'dyn(Object{a: 1}).all(k, k == "a")']) {
      expect(() => made(source)).toThrow();
    }
    expect(made('optional.ofNonZeroValue(Object{}).hasValue()')).toBe(false);
  });

  test('L-10: types that are not there and fields of another type are faults', () => {
    expect(fault('Invalid{}')).toContain("undeclared reference to 'Invalid' (in container '')");
    expect(fault('object{}')).toContain("'dyn' is not a type");
    expect(fault('string{}')).toContain("'string' is not a message type");
    expect(fault('JSONPatch{op: 1}')).toContain("expected type of field 'op' is 'string' but provided type is 'int'");
    expect(fault('JSONPatch{other: 1}')).toContain("undefined field 'other'");
    expect(fault('Object{?a: 1}')).toContain("expected type 'optional_type(int)' but found 'int'");
    expect(fault('Object{a 1}')).toContain("expecting ':'");
    expect(fault('Object{', environment)).not.toBe('');
  });

  test('L-10: other environments know neither the types nor the function', () => {
    expect(fault('Object{}', plain)).toContain("undeclared reference to 'Object'");
    expect(fault('jsonpatch.escapeKey("a")', plain)).toContain('undeclared reference');
    expect(made('jsonpatch.escapeKey("k8s.io/my~label")')).toBe('k8s.io~1my~0label');
  });

  test('L-10: a part in a field of another name than its type says is found', () => {
    expect(misplacedParts(made('Object{spec: Object.spec{a: [Object.spec.a{}]}}'))).toEqual([]);
    expect(misplacedParts(made('Object{spec: Object.wrong{}}'))).toEqual([
      'unexpected type name "Object.wrong", expected "Object.spec", which matches field name path from root Object type',
    ]);
  });

  test('L-10: an Object becomes JSON but for other types and for what is made inside of lists and maps', () => {
    const native = (source: string, object: unknown = {}) =>
      nativeOf(made(source, object), ({ type, text }) => `${type} ${text}`);
    expect(
      native(
        'Object{a: [dyn(1), dyn(2.5), dyn("x"), dyn(true)], b: {"c": Object.b{d: 1}}, e: type(1), ?f: optional.of("g")}',
      ),
    ).toEqual({
      a: [1, 2.5, 'x', true],
      b: { c: { d: 1 } },
      e: 'int',
      f: 'g',
    });
    const data = { list: [{ a: [null, { b: 1 }] }], map: { c: { d: null } } };
    expect(native('Object{list: object.list, map: object.map}', data)).toEqual(data);
    expect(native('Object{list: object.list.map(one, one), map: {"x": object.map}}', data)).toEqual({
      list: data.list,
      map: { x: data.map },
    });
    expect(native('Object{a: null, b: 3u, c: b"abc", d: [[1]], e: {"f": {"g": "h"}}, i: {1: "j"}}')).toEqual({
      a: 'structpb.NullValue NULL_VALUE',
      b: 'uint64 3',
      c: '[]uint8 [97 98 99]',
      d: ['[]ref.Val [1]'],
      e: { f: 'map[ref.Val]ref.Val map[g:h]' },
      i: '*types.Err a map key is of type int, not string',
    });
  });

  test('L-10: values of JSON patches are JSON as protobuf has it', () => {
    const json =
      '{"a": dyn([dyn(b"abc"), dyn(18446744073709551615u), dyn(duration("90s")), dyn(null), dyn(optional.of(1))]), "b": dyn({"c": [[1]]})}';
    expect(jsonOf(made(json))).toEqual({ a: ['YWJj', '18446744073709551615', '90s', null, 1], b: { c: [[1]] } });
    expect(jsonOf(made('Object{a: [Object.a{b: 3u}]}'))).toEqual({ a: [{ b: 3 }] });
    expect(() => jsonOf(made('Object{a: duration("90s")}'))).toThrow('proto: invalid type: time.Duration');
    expect(() => jsonOf(made('1.0 / 0.0'))).toThrow(EvaluationError);
    expect(() => jsonOf(made('{1: "a"}'))).toThrow("unsupported type conversion from 'int' to string");
    expect(() => jsonOf(made('[Object.a{}]'))).toThrow(Breakdown);
  });
});
