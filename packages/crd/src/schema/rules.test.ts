import { describe, expect, it } from 'vitest';
import { crdOf } from '../../test/random-schema.ts';
import {
  compileSchema,
  type JsonObject,
  type JsonValue,
  parseCrd,
  printProblem,
  type RuleCompiler,
  stringifyJson,
} from './index.ts';

/** A rule `=x` holds for the JSON x alone; `old` reads oldSelf; every evaluation is noted. */
function recorder() {
  const seen: string[] = [];
  const rules: RuleCompiler = {
    compile: ({ rule, message }, { isResourceRoot }) => ({
      usesOldSelf: rule.includes('old'),
      problems: rule === 'broken' ? [{ field: 'rule', detail: 'no such thing' }] : [],
      check: (self, oldSelf, budget) => {
        budget.remaining -= rule === 'dear' ? 20_000_000 : 1;
        const shown = (value: JsonValue | undefined) => (value === undefined ? '-' : stringifyJson(value));
        seen.push(`${rule} ${shown(self)} ${shown(oldSelf)}${isResourceRoot ? ' root' : ''}`);
        if (rule === 'fails') return { message: 'cannot be evaluated', isError: true };
        if (rule.startsWith('old') || rule === `=${stringifyJson(self)}`) return undefined;
        return { message: message ?? `failed rule: ${rule}`, isError: false };
      },
    }),
  };
  return { seen, rules };
}

const rule = (...rules: JsonObject[]) => ({ 'x-kubernetes-validations': rules });

function run(spec: JsonObject, value: JsonValue, old?: JsonValue) {
  const { seen, rules } = recorder();
  const compiled = compileSchema(parseCrd(crdOf('things', { spec })), 'v1', { rules });
  const stored = old === undefined ? undefined : { spec: old };
  const { problems } = compiled.admit({ spec: value }, { old: stored });
  return { seen, problems: problems.map(printProblem) };
}

describe('rules', () => {
  it('L-9: a refused scalar is printed, an object or list is not; map keys are in brackets', () => {
    const spec = {
      type: 'object',
      additionalProperties: { type: 'integer', ...rule({ rule: 'no', message: ' m ' }) },
      ...rule({ rule: 'no' }),
    };
    expect(run(spec, { k: 1 }).problems).toEqual([
      'spec: Invalid value: failed rule: no',
      'spec[k]: Invalid value: 1:  m ',
    ]);
  });

  it('L-9: reason and fieldPath decide the words and the field', () => {
    const properties = { a: { type: 'string' } };
    const spec = {
      type: 'object',
      properties,
      ...rule(
        { rule: 'no', reason: 'FieldValueForbidden', fieldPath: '.a', message: 'm' },
        { rule: 'no', reason: 'FieldValueRequired', message: 'm' },
        { rule: 'no', reason: 'FieldValueDuplicate', message: 'm' },
      ),
    };
    expect(run(spec, {}).problems).toEqual([
      'spec.a: Forbidden: m',
      'spec: Required value: m',
      'spec: Duplicate value',
    ]);
  });

  it('L-9: transition rules run where there is an old value, through maps and map lists', () => {
    const item = {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'string' }, v: { type: 'integer', ...rule({ rule: 'old' }) } },
    };
    const spec = { type: 'array', items: item, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['n'] };
    const value = [
      { n: 'new', v: 3 },
      { n: 'a', v: 2 },
    ];
    expect(run(spec, value, [{ n: 'a', v: 1 }]).seen).toEqual(['old 2 1']);
    expect(run(spec, value).seen).toEqual([]);
  });

  it('L-9: optionalOldSelf runs a transition rule also without an old value', () => {
    const spec = { type: 'integer', ...rule({ rule: 'old', optionalOldSelf: true }) };
    expect(run(spec, 1).seen).toEqual(['old 1 -']);
    expect(run(spec, 1, 2).seen).toEqual(['old 1 2']);
  });

  it('KEP-4008: a rule without oldSelf is not held against an unchanged value', () => {
    const spec = {
      type: 'object',
      properties: { a: { type: 'integer', ...rule({ rule: '=1' }) }, b: { type: 'integer' } },
    };
    expect(run(spec, { a: 2, b: 1 }, { a: 2, b: 0 }).problems).toEqual([]);
    expect(run(spec, { a: 3, b: 1 }, { a: 2, b: 0 }).problems).toEqual(['spec.a: Invalid value: 3: failed rule: =1']);
  });

  it('L-9: rules wait until types are right', () => {
    const spec = { type: 'object', properties: { a: { type: 'integer' } }, ...rule({ rule: 'no' }) };
    expect(run(spec, { a: 'x' })).toEqual({
      seen: [],
      problems: [
        'spec.a: Invalid value: "string": spec.a in body must be of type integer: "string"',
        '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
      ],
    });
  });

  it('L-9: null is not looked at, an error refuses, and the budget of a request ends', () => {
    expect(run({ type: 'integer', nullable: true, ...rule({ rule: 'no' }) }, null).seen).toEqual([]);
    const spec = { type: 'integer', ...rule({ rule: 'fails' }, { rule: 'broken' }, { rule: 'dear' }, { rule: 'no' }) };
    expect(run(spec, 1).problems).toEqual([
      'spec: Invalid value: "integer": cannot be evaluated',
      'spec: Invalid value: "integer": rule compile error: no such thing',
      'spec: Invalid value: 1: failed rule: dear',
    ]);
  });

  it('L-9: self is the whole resource at its root, embedded ones too', () => {
    const spec = {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
      ...rule({ rule: 'old', optionalOldSelf: true }),
    };
    expect(run(spec, { apiVersion: 'v1', kind: 'A' }).seen).toEqual(['old {"apiVersion":"v1","kind":"A"} - root']);
  });
});
