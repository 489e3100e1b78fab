import { describe, expect, test } from 'vitest';
import { BOOL, DYN, dynamicValue, ExpressionEnvironment, lazyMap, objectType, STRING } from './index.ts';

const environment = new ExpressionEnvironment({
  object: DYN,
  request: objectType('Request', { name: STRING }),
  variables: objectType('Variables', { big: BOOL, broken: BOOL }),
});

function run(source: string, object: unknown, budget = { remaining: 1000 }): unknown {
  const variables = lazyMap((name) =>
    name === 'big' ? { isError: false, value: true } : { isError: true, text: 'oh' },
  );
  const request = dynamicValue({ name: 'x' });
  const result = environment.evaluate(
    environment.compile(source),
    { object: dynamicValue(object), request, variables },
    budget,
  );
  return result.isError ? result.text : result.value;
}

describe('expressions without a schema', () => {
  test('L-10: data is dynamic, and what is missing is an error', () => {
    expect(run('object.spec.replicas > 3', { spec: { replicas: 5 } })).toBe(true);
    expect(run('object.spec.ratio < 0.5', { spec: { ratio: 0.25 } })).toBe(true);
    expect(run('has(object.spec.other)', { spec: {} })).toBe(false);
    expect(run('object.spec.other == 1', { spec: {} })).toBe('no such key: other');
    expect(run('object == null', null)).toBe(true);
    expect(run("object.items.exists(item, item.name == 'b')", { items: [{ name: 'a' }, { name: 'b' }] })).toBe(true);
    expect(run('object.labels == {"a": "b"}', { labels: { a: 'b' } })).toBe(true);
  });

  test('L-10: declared variables are checked, and lazy ones fail where they are used', () => {
    expect(environment.compile('request.nothing == "x"').isValid).toBe(false);
    expect(environment.compile('request.name').isValid).toBe(true);
    expect(run('request.name == "x" && variables.big', {})).toBe(true);
    expect(run('variables.broken', {})).toBe('oh');
    expect(run('variables.big || variables.broken', {})).toBe(true);
  });

  test('L-10: what is evaluated is taken from the budget', () => {
    const budget = { remaining: 1000 };
    run('object.a + object.a > 1', { a: 1 }, budget);
    expect(budget.remaining).toBeLessThan(1000);
  });
});
