import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type LabelSelector,
  parseFieldSelector,
  parseLabelSelector,
  selectableFields,
  unknownFieldMessage,
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
        const select = parseLabelSelector(requirements.map(({ text }) => text).join(',')) as LabelSelector;
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

  test('L-4: any text is either a selector or a 400', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab=!,() <>-./in1'.split('')) }), (text) => {
        try {
          parseLabelSelector(text)?.({ a: 'b' });
        } catch (error) {
          expect(error).toMatchObject({ code: 400 });
        }
      }),
    );
  });
});

describe('field selectors', () => {
  const parse = (text: string) =>
    parseFieldSelector(text, selectableFields('configmaps'), unknownFieldMessage('configmaps', false));

  test('L-4: any name is found by its escaped form and by no other', () => {
    const escape = (text: string): string => text.replace(/[\\,=]/g, '\\$&');
    const name = fc.string({ unit: fc.constantFrom(...'ab,=\\.-'.split('')) });
    fc.assert(
      fc.property(name, name, (wanted, other) => {
        const selector = parse(`metadata.name=${escape(wanted)}`);
        expect(selector?.matches({ metadata: { name: wanted } })).toBe(true);
        expect(selector?.matches({ metadata: { name: other } })).toBe(wanted === other);
        expect(selector?.name).toBe(wanted);
      }),
    );
  });

  test('K-55: values that are absent count as empty, or as what the kind says', () => {
    const pods = (text: string) =>
      parseFieldSelector(text, selectableFields('pods'), unknownFieldMessage('pods', false));
    const pod = { metadata: { name: 'p' }, spec: {}, status: { podIPs: [{ ip: '1.1.1.1' }] } };
    expect(pods('spec.nodeName=')?.matches(pod)).toBe(true);
    expect(pods('spec.hostNetwork=false')?.matches(pod)).toBe(true);
    expect(pods('spec.hostNetwork!=true,status.podIPs=1.1.1.1')?.matches(pod)).toBe(true);
    expect(() => pods('spec.foo=1')).toThrow('field label not supported: spec.foo');
    expect(() => parse('data')).toThrow("invalid selector: 'data'; can't understand 'data'");
  });
});
