import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  handlerLabels,
  handlerObjectName,
  handlerSelector,
  LABELS,
  moduleLabels,
  moduleObjectName,
  moduleSelector,
  recordName,
  rotationServiceName,
  versionKey,
  versionLabels,
  versionObjectName,
  versionSelector,
} from './index.ts';

const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const LABEL_VALUE = /^[a-zA-Z0-9](?:[\w.-]*[a-zA-Z0-9])?$/;

/** Short texts over few letters meet each other often; long ones have to be cut. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'B', '-', '.', '/', ':', '+', '\0', '0'), maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('a', '-'), minLength: 30, maxLength: 70 }),
);

describe('names', () => {
  it('G-20: the table of names holds', () => {
    expect(handlerObjectName('user-handler')).toBe('handler-user-handler');
    expect(versionObjectName('user-handler', 'v1.0.0')).toBe('handler-user-handler-v1-0-0-d46d6616');
    expect(recordName('user-handler', 'v1.0.0')).toBe('user-handler-v1-0-0-d46d6616');
    expect(versionKey('user-handler', 'v1.0.0')).toBe('v1-0-0-d46d6616');
    expect(versionKey('user-handler', '::')).toMatch(/^v-[0-9a-f]{8}$/);
    expect(moduleObjectName('db-module')).toBe('module-db-module');
    expect(rotationServiceName('user-handler')).toBe('rotation-user-handler');
  });

  it('G-20: any two different pairs give different, valid names, for any strings', () => {
    const pairs = fc.tuple(texts, texts);
    fc.assert(
      fc.property(pairs, pairs, (one, other) => {
        const isSame = one[0] === other[0] && one[1] === other[1];
        for (const [make, longest] of [
          [versionObjectName, 47],
          [recordName, 63],
          [versionKey, 63],
        ] as const) {
          expect(make(...one)).toMatch(DNS_LABEL);
          expect(make(...one).length).toBeLessThanOrEqual(longest);
          expect(make(...one) === make(...other)).toBe(isSame);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('G-20: a handler, a module and a version never share a name', () => {
    const taken = versionObjectName('shop', '1.0').replace('handler-', '');
    expect(handlerObjectName(taken)).not.toBe(versionObjectName('shop', '1.0'));
    fc.assert(
      fc.property(texts, texts, texts, (a, b, c) => {
        const names = [handlerObjectName(a), rotationServiceName(a), moduleObjectName(a), versionObjectName(b, c)];
        expect(new Set(names).size).toBe(4);
        expect(moduleObjectName(a).length).toBeLessThanOrEqual(47);
      }),
      { numRuns: 1000 },
    );
  });

  it('G-21: selectors hold the handler and the version key, or the module, and nothing else', () => {
    expect(versionSelector('user-handler', 'tsv:1700/users')).toEqual({
      [LABELS.handler]: 'user-handler',
      [LABELS.versionKey]: versionKey('user-handler', 'tsv:1700/users'),
    });
    expect(moduleSelector('db-module')).toEqual({ [LABELS.module]: 'db-module' });
    expect(versionSelector('a', 'v1')).not.toEqual(versionSelector('b', 'v1'));
    expect(versionKey('a', 'v1')).not.toBe(versionKey('b', 'v1'));
  });

  it('G-22: every label has a value that a server admits, and selectors select what they are on', () => {
    fc.assert(
      fc.property(texts, texts, (name, text) => {
        const version = versionLabels(name, text);
        const module = moduleLabels(name, text);
        for (const labels of [handlerLabels(name), version, module]) {
          for (const value of Object.values(labels)) {
            expect(value).toMatch(LABEL_VALUE);
            expect(value.length).toBeLessThanOrEqual(63);
          }
        }
        expect(version).toMatchObject({ ...handlerSelector(name), ...versionSelector(name, text) });
        expect(module).toMatchObject(moduleSelector(name));
      }),
      { numRuns: 1000 },
    );
  });
});
