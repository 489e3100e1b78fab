import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isEmptySelector,
  type LabelMatcher,
  type LabelSelector,
  MalformedSelector,
  matchesSelector,
  parseFieldSelector,
  parseLabelSelector,
  selectorText,
} from './index.ts';

const key = fc.constantFrom<string>('a', 'b', 'app.kubernetes.io/name', 'X_y.z');
const value = fc.constantFrom<string>('', 'x', 'y', '1', '22', 'A-b_c.d');
const labels = fc.dictionary(key, value, { maxKeys: 4 });

type Labels = Record<string, string>;
interface Requirement {
  readonly text: string;
  readonly holds: (labels: Labels) => boolean;
}

const has = (all: Labels, name: string): boolean => Object.hasOwn(all, name);

/** Requirements in text beside what they mean. */
const requirement: fc.Arbitrary<Requirement> = fc.oneof(
  fc
    .tuple(key, value, fc.constantFrom('=', '=='))
    .map(([k, v, sign]) => ({ text: `${k}${sign}${v}`, holds: (all: Labels) => has(all, k) && all[k] === v })),
  fc
    .tuple(key, value)
    .map(([k, v]) => ({ text: `${k} != ${v}`, holds: (all: Labels) => !has(all, k) || all[k] !== v })),
  key.map((k) => ({ text: k, holds: (all: Labels) => has(all, k) })),
  key.map((k) => ({ text: `!${k}`, holds: (all: Labels) => !has(all, k) })),
  fc.tuple(key, fc.array(value, { minLength: 1, maxLength: 3 })).map(([k, vs]) => ({
    text: `${k} in (${vs.join(', ')})`,
    holds: (all: Labels) => has(all, k) && vs.includes(all[k] ?? ''),
  })),
  fc.tuple(key, fc.array(value, { minLength: 1, maxLength: 3 })).map(([k, vs]) => ({
    text: `${k} notin (${vs.join(',')})`,
    holds: (all: Labels) => !has(all, k) || !vs.includes(all[k] ?? ''),
  })),
  fc.tuple(key, fc.integer({ min: 0, max: 30 })).map(([k, bound]) => ({
    text: `${k}>${bound}`,
    holds: (all: Labels) => has(all, k) && /^\d+$/.test(all[k] ?? '') && Number(all[k]) > bound,
  })),
);

describe('label selectors', () => {
  test('L-4: a selector selects exactly what all its requirements mean', () => {
    fc.assert(
      fc.property(fc.array(requirement, { minLength: 1, maxLength: 4 }), labels, (requirements, all) => {
        const select = parseLabelSelector(requirements.map(({ text }) => text).join(',')) as LabelMatcher;
        expect(select(all)).toBe(requirements.every(({ holds }) => holds(all)));
      }),
    );
  });

  test('L-4: nothing asked for is no selector; no labels are no match for a value', () => {
    expect(parseLabelSelector(undefined)).toBeUndefined();
    expect(parseLabelSelector(' ')).toBeUndefined();
    expect(parseLabelSelector('a=b')?.(undefined)).toBe(false);
    expect(parseLabelSelector('constructor')?.({})).toBe(false);
  });

  test('L-4: any text is either a selector or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab=!,() <>-./in1'.split('')) }), (text) => {
        try {
          parseLabelSelector(text)?.({ a: 'b' });
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedSelector);
        }
      }),
    );
  });

  const web = { app: 'web', tier: 'a', 'example.com/role': '' };

  test.each([
    ['app=web', true],
    ['app==web', true],
    ['app = web , tier=a', true],
    ['app=web,tier=b', false],
    ['app!=web', false],
    ['absent!=web', true],
    ['example.com/role=', true],
    ['tier in (a, b)', true],
    ['tier in (b)', false],
    ['tier notin (b,c),app', true],
    ['absent notin (x)', true],
    ['absent in (x)', false],
    ['app', true],
    ['absent', false],
    ['!absent', true],
    ['!app', false],
    ['toString', false],
  ])('R-46: %j selects: %s', (selector, expected) => {
    expect(parseLabelSelector(selector)?.(web)).toBe(expected);
  });

  test.each(['app in web', 'a b', '=x', 'app=(x)', 'tier in (a', 'a=b=c', 'a>b', 'a/b/c=d', 'a=b c'])(
    'R-46: %j is refused',
    (selector) => {
      expect(() => parseLabelSelector(selector)).toThrow(MalformedSelector);
    },
  );

  test('L-4: the value that every selected object has is known, for an index', () => {
    expect(parseLabelSelector('x,a=b')?.required).toEqual({ name: 'a', value: 'b' });
    expect(parseLabelSelector('a!=b')?.required).toBeUndefined();
  });

  test('R-46: the text of labels selects exactly the objects with them', () => {
    expect(selectorText(web)).toBe('app=web,tier=a,example.com/role=');
    fc.assert(
      fc.property(labels, labels, (wanted, all) => {
        const isIn = Object.entries(wanted).every(([name, one]) => has(all, name) && all[name] === one);
        expect(parseLabelSelector(selectorText(wanted))?.(all) ?? true).toBe(isIn);
      }),
    );
  });
});

describe('selectors of specs', () => {
  const of = (operator: string, ...values: string[]): LabelSelector => ({
    matchExpressions: [{ key: 'a', operator, values }],
  });

  test('L-20: none selects nothing, an empty one everything', () => {
    expect(matchesSelector(undefined, { a: 'b' })).toBe(false);
    expect(matchesSelector({}, undefined)).toBe(true);
    expect(isEmptySelector({ matchLabels: {} })).toBe(true);
    expect(isEmptySelector(of('Exists'))).toBe(false);
  });

  test.each([
    [of('In', 'x', 'y'), 'x', true],
    [of('In', 'x'), undefined, false],
    [of('NotIn', 'x'), 'x', false],
    [of('NotIn', 'x'), undefined, true],
    [of('Exists'), '', true],
    [of('Exists'), undefined, false],
    [of('DoesNotExist'), undefined, true],
    [of('DoesNotExist'), '', false],
    [of('Gt', '9'), '10', true],
    [of('Gt', '9'), 'x', false],
    [of('Lt', '9'), '-1', true],
    [of('Lt', '9'), undefined, false],
    [of('Unknown', 'x'), 'x', false],
    [{ matchLabels: { a: 'x' } }, 'x', true],
    [{ matchLabels: { a: 'x' } }, undefined, false],
    [{ matchLabels: { constructor: 'x' } }, 'x', false],
  ] as const)('L-20: %j of %j: %s', (selector, value, expected) => {
    expect(matchesSelector(selector, value === undefined ? {} : { a: value })).toBe(expected);
  });

  test('L-20: a selector means the same as its text', () => {
    const operators = { In: 'in', NotIn: 'notin' } as const;
    fc.assert(
      fc.property(
        key,
        fc.array(value, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('In' as const, 'NotIn' as const),
        labels,
        (k, values, operator, all) => {
          const text = parseLabelSelector(`${k} ${operators[operator]} (${values.join(',')})`) as LabelMatcher;
          expect(matchesSelector({ matchExpressions: [{ key: k, operator, values }] }, all)).toBe(text(all));
        },
      ),
    );
  });
});

describe('field selectors', () => {
  const FIELDS = ['metadata.name', 'status.phase'];
  type Fields = Readonly<Record<string, string>>;
  const parse = (text: string) =>
    parseFieldSelector<Fields>(
      text,
      (field) => (FIELDS.includes(field) ? (object) => object[field] ?? '' : undefined),
      (field) => `field label not supported: ${field}`,
    );

  test('L-4: any name is found by its escaped form and by no other', () => {
    const escape = (text: string): string => text.replace(/[\\,=]/g, '\\$&');
    const name = fc.string({ unit: fc.constantFrom(...'ab,=\\.-'.split('')) });
    fc.assert(
      fc.property(name, name, (wanted, other) => {
        const selector = parse(`metadata.name=${escape(wanted)}`);
        expect(selector?.matches({ 'metadata.name': wanted })).toBe(true);
        expect(selector?.matches({ 'metadata.name': other })).toBe(wanted === other);
        expect(selector?.name).toBe(wanted);
      }),
    );
  });

  test('K-55: several are all asked for; what the kind has not, or cannot be read, is refused', () => {
    expect(parse('status.phase!=Running,metadata.name==a')?.matches({ 'metadata.name': 'a' })).toBe(true);
    expect(parse('status.phase!=Running')?.name).toBeUndefined();
    expect(parse('')).toBeUndefined();
    expect(() => parse('spec.foo=1')).toThrow(new MalformedSelector('field label not supported: spec.foo'));
    expect(() => parse('data')).toThrow("invalid selector: 'data'; can't understand 'data'");
    expect(() => parse('metadata.name=a=b')).toThrow('invalid field selector: unescaped character in value: 61');
    expect(() => parse('metadata.name=a\\b')).toThrow('invalid field selector: invalid escape sequence: \\b');
  });
});
