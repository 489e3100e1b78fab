import { describe, expect, test } from 'vitest';
import {
  APPLY_CONFIGURATION,
  DYN,
  dynamicValue,
  ExpressionEnvironment,
  JSON_PATCH,
  jsonOf,
  listOf,
  misplacedParts,
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
    expect(made('Object{a: Object.a{b: 3}} == Object{a: Object.a{b: 1 + 2}}')).toBe(true);
    expect(made('dyn(Object.a{b: 3}) == dyn(Object.b{b: 3}) || dyn({"b": 3}) == dyn(Object.b{b: 3})')).toBe(false);
  });

  test('L-10: the type of an expression is that of what it makes, whichever way it goes', () => {
    expect(environment.compile('true ? Object{a: 1} : Object{}')).toMatchObject({ type: APPLY_CONFIGURATION });
    expect(environment.compile('[JSONPatch{op: "test"}, JSONPatch{}]')).toMatchObject({ type: listOf(JSON_PATCH) });
    expect(environment.compile('Object.spec{}')).toMatchObject({ type: { name: 'Object.spec' } });
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
});
