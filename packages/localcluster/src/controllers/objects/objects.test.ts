import { matchesSelector } from '@slipway/apimachinery/selectors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf, isSame, scaledValue, setWorkloadCondition } from './index.ts';

describe('what controllers ask of objects', () => {
  it('L-20: a percentage is rounded as asked, a number stays, none is the default', () => {
    expect(scaledValue('25%', 10, 'up')).toBe(3);
    expect(scaledValue('25%', 10, 'down')).toBe(2);
    expect(scaledValue(7, 10, 'up')).toBe(7);
    expect(scaledValue(undefined, 10, 'up', '50%')).toBe(5);
  });

  it('L-20: no selector selects nothing, an empty one everything', () => {
    expect(matchesSelector(undefined, { a: '1' })).toBe(false);
    expect(matchesSelector({}, { a: '1' })).toBe(true);
    const expression = (operator: string, values?: string[]) => ({
      matchExpressions: [{ key: 'a', operator, ...(values && { values }) }],
    });
    expect(matchesSelector(expression('In', ['1']), { a: '1' })).toBe(true);
    expect(matchesSelector(expression('NotIn', ['1']), {})).toBe(true);
    expect(matchesSelector(expression('Exists'), {})).toBe(false);
    expect(matchesSelector(expression('DoesNotExist'), {})).toBe(true);
  });

  it('L-20: a hash does not depend on the order of fields and fits a label', () => {
    expect(hashOf({ a: 1, b: [2] })).toBe(hashOf({ b: [2], a: 1 }));
    expect(hashOf({ a: 1 }, 1)).not.toBe(hashOf({ a: 1 }));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(hashOf(value)).toMatch(/^[b-z2-9]{1,10}$/);
      }),
    );
  });

  it('L-20: what is left out, null or empty is the same', () => {
    expect(isSame({ a: 1, b: null, c: [], d: { e: undefined } }, { a: 1 })).toBe(true);
    expect(isSame({ a: 0 }, {})).toBe(false);
  });

  it('L-20: a condition keeps its time while its status stays, and itself while its reason stays', () => {
    const old = [{ type: 'A', status: 'True', reason: 'x', lastTransitionTime: 'then' }];
    expect(setWorkloadCondition(old, { type: 'A', status: 'True', reason: 'x', lastTransitionTime: 'now' })).toBe(old);
    const moved = setWorkloadCondition(old, { type: 'A', status: 'True', reason: 'y', lastTransitionTime: 'now' });
    expect(moved).toEqual([{ type: 'A', status: 'True', reason: 'y', lastTransitionTime: 'then' }]);
  });
});
