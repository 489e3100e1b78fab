import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema, JsonValue, ValidationRule } from '../schema/index.ts';
import { celRules, costProblems } from './index.ts';

const ints: JsonSchema = { type: 'array', items: { type: 'integer' } };
const BUDGET = 10_000_000;

function check(rule: ValidationRule, schema: JsonSchema, self: JsonValue, budget = { remaining: BUDGET }) {
  const compiled = celRules.compile(rule, { schema, isResourceRoot: false });
  expect(compiled.problems).toEqual([]);
  return compiled.check(self, undefined, budget);
}

describe('a rule that runs away', () => {
  const thousand = Array.from({ length: 1000 }, (_, index) => index);

  it.each([
    'self.all(x, self.all(y, self.all(z, x + y + z >= 0)))',
    'self.map(x, self.map(y, self)).size() > 0',
    'self.distinct().size() > 0',
    'lists.range(9223372036854775807).size() > 0',
    '"%.999999999f".format([1.0]) == ""',
    'self.map(x, "aaaaaaaaaa").join(self.map(x, "bbbbbbbbbb").join()).replace("", "cccccccccc").replace("", "cccccccccc").replace("", self.map(x, "dddddddddd").join()) == ""',
    'self.sortBy(x, self.sortBy(y, y).size()).size() > 0',
  ])('CRD-J14: %s is stopped with the words of the server', (rule) => {
    const budget = { remaining: BUDGET };
    const violation = check({ rule }, ints, thousand, budget);
    expect(violation).toEqual({
      isError: true,
      message: `'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`,
    });
    expect(budget.remaining).toBe(-1);
  });

  it('CRD-J14: no operator absorbs the stop', () => {
    const rule = 'true || lists.range(9223372036854775807).size() > 0';
    expect(check({ rule }, ints, [])).toBeUndefined();
    const hidden = '(lists.range(9223372036854775807).size() > 0 || true) || true';
    expect(check({ rule: hidden }, ints, [])?.message).toContain('actual cost limit exceeded');
  });

  it('CRD-J14: a used-up budget ends all rules', () => {
    const budget = { remaining: 3 };
    expect(check({ rule: 'self.all(x, x >= 0)' }, ints, [1, 2], budget)?.message).toBe(
      'validation failed due to running out of cost budget, no further validation rules will be run',
    );
    expect(budget.remaining).toBe(-1);
  });

  it('CRD-J14: a rule takes from the budget what it cost', () => {
    const budget = { remaining: BUDGET };
    check({ rule: 'self.all(x, x >= 0)' }, ints, [1, 2], budget);
    // The list, then for each element the test, the accumulator, the variable and the comparison; then the result.
    expect(BUDGET - budget.remaining).toBe(1 + 2 * (2 + 1 + 1 + 1) + 1);
  });
});

describe('a malformed rule', () => {
  it('CRD-J14: any text ends in a problem or in a rule that never throws', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'string' } } };
    assert(
      property(string(), (rule) => {
        const compiled = celRules.compile({ rule, messageExpression: rule }, { schema, isResourceRoot: true });
        compiled.check({ a: 'x' }, undefined, { remaining: BUDGET });
        expect(compiled.problems.length > 0 || compiled.check({}, {}, { remaining: BUDGET }) !== null).toBe(true);
      }),
    );
  });

  it('CRD-J14: the problem names line, character and reason', () => {
    const compiled = celRules.compile(
      { rule: 'self.b > 1' },
      {
        schema: { type: 'object', properties: { a: { type: 'integer' } } },
        isResourceRoot: false,
      },
    );
    expect(compiled.problems).toEqual([
      {
        field: 'rule',
        detail: "compilation failed: ERROR: <input>:1:5: undefined field 'b'\n | self.b > 1\n | ....^",
      },
    ]);
    expect(compiled.check({ a: 1 }, undefined, { remaining: BUDGET })).toBeUndefined();
  });

  it('CRD-J14: a messageExpression must be a string, and its fault leaves the rule in force', () => {
    const compiled = celRules.compile(
      { rule: 'self == 1', messageExpression: '1' },
      {
        schema: { type: 'integer' },
        isResourceRoot: false,
      },
    );
    expect(compiled.problems).toEqual([
      { field: 'messageExpression', detail: 'messageExpression must evaluate to a string' },
    ]);
    expect(compiled.check(2, undefined, { remaining: BUDGET })?.message).toBe('failed rule: self == 1');
  });

  it('CRD-J14: data without a type cannot carry a rule', () => {
    const schema: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };
    expect(celRules.compile({ rule: 'true' }, { schema, isResourceRoot: false }).problems).toHaveLength(1);
  });
});

describe('oldSelf', () => {
  it('CRD-X10: is seen as a name, not in a text', () => {
    const uses = (rule: string) =>
      celRules.compile({ rule }, { schema: { type: 'string' }, isResourceRoot: false }).usesOldSelf;
    expect([uses('self == oldSelf'), uses('self != "oldSelf"'), uses('["a"].all(oldSelf, oldSelf == self)')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('costProblems', () => {
  it('CRD-J14: the rules of one schema share a limit, and the dearest are named', () => {
    const rule = { rule: 'self.all(x, x == 1)' };
    const list: JsonSchema = {
      type: 'array',
      maxItems: 1_600_000,
      items: { type: 'integer' },
      'x-kubernetes-validations': [rule],
    };
    const properties = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, list]));
    const problems = costProblems({ type: 'object', properties });
    expect(problems.map(({ path }) => path.length)).toEqual([5, 5, 5, 5, 0]);
    expect(problems.at(-1)?.detail).toContain('for entire OpenAPIv3 schema exceeds budget by factor of 1.');
  });

  it('CRD-J14: a rule below a list counts once for each element that fits', () => {
    const item: JsonSchema = {
      type: 'string',
      maxLength: 10,
      'x-kubernetes-validations': [{ rule: 'self.matches("^[a-z]+(-[a-z]+)*$")' }],
    };
    const list = (maxItems?: number): JsonSchema => ({
      type: 'object',
      properties: { list: { type: 'array', items: item, ...(maxItems === undefined ? {} : { maxItems }) } },
    });
    expect(costProblems(list(10))).toEqual([]);
    expect(costProblems(list())[0]?.path).toEqual([
      'properties',
      'list',
      'items',
      'x-kubernetes-validations',
      0,
      'rule',
    ]);
  });
});
