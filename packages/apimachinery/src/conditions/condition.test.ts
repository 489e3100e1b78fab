import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Condition,
  type ConditionInput,
  conditionFault,
  conditionOf,
  setCondition,
  withoutCondition,
} from './index.ts';

const input: fc.Arbitrary<ConditionInput> = fc.record({
  type: fc.constantFrom('Ready', 'Degraded', 'demo.io/Warm'),
  status: fc.constantFrom('True', 'False', 'Unknown'),
  reason: fc.constantFrom('AllGood', 'KUBE_NOT_FOUND'),
  message: fc.string({ maxLength: 5 }),
  observedGeneration: fc.integer({ min: 1, max: 4 }),
});
const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
const ready: ConditionInput = { type: 'Ready', status: 'True', reason: 'AllGood', message: '', observedGeneration: 1 };

describe('conditions', () => {
  it('R-115: one condition per type, ordered, and its transition time moves exactly with its status', () => {
    fc.assert(
      fc.property(fc.array(input), (inputs) => {
        let conditions: readonly Condition[] = [];
        for (const [second, next] of inputs.entries()) {
          const before = conditions.find((condition) => condition.type === next.type);
          const after = setCondition(conditions, next, at(second));
          const now = after.find((condition) => condition.type === next.type);
          if (before) expect(now?.lastTransitionTime === before.lastTransitionTime).toBe(now?.status === before.status);
          expect(after.map((condition) => condition.type)).toEqual([...new Set(after.map((c) => c.type))].toSorted());
          expect(setCondition(after, next, at(second + 1))).toBe(after);
          conditions = after;
        }
      }),
    );
  });

  it('R-116: the observed generation of a condition never goes down', () => {
    fc.assert(
      fc.property(fc.array(input), (inputs) => {
        let conditions: readonly Condition[] = [];
        const highest = new Map<string, number>();
        for (const next of inputs) {
          conditions = setCondition(conditions, next, at(0));
          highest.set(next.type, Math.max(highest.get(next.type) ?? 0, next.observedGeneration ?? 0));
        }
        for (const { type, observedGeneration } of conditions) expect(observedGeneration).toBe(highest.get(type));
      }),
    );
  });

  it('R-115: times have whole seconds, as the server keeps them', () => {
    const [condition] = setCondition([], ready, new Date('2026-01-01T10:00:00.987Z'));
    expect(condition?.lastTransitionTime).toBe('2026-01-01T10:00:00Z');
  });

  it('R-115: a message over the limit is cut and marked; a bad type or reason is refused', () => {
    const [long] = setCondition([], { ...ready, message: 'x'.repeat(40_000) }, at(0));
    expect(long?.message).toHaveLength(32_768);
    expect(long?.message.endsWith('…')).toBe(true);
    for (const bad of [{ reason: '' }, { reason: 'has space' }, { reason: 'R'.repeat(1025) }, { type: 'a b' }]) {
      expect(conditionFault({ ...ready, ...bad })).toMatch(/^condition /);
    }
    expect(conditionFault(ready)).toBeUndefined();
  });

  it('R-115: a message is cut between characters, so that the server stores what was sent', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3 }), fc.string({ unit: fc.constantFrom('x', 'é', '😀') }), (shift, tail) => {
        const message = `${'x'.repeat(32_764 + shift)}😀${tail}😀😀`;
        const [long] = setCondition([], { ...ready, message }, at(0));
        expect(Buffer.from(long?.message ?? '').toString()).toBe(long?.message);
        expect(long?.message.length).toBeLessThanOrEqual(32_768);
        expect(setCondition(long ? [long] : [], { ...ready, message }, at(1))).toEqual([long]);
        if (long?.message !== message) expect(message.startsWith(long?.message.slice(0, -1) ?? '-')).toBe(true);
      }),
    );
  });

  it('one of a type is found, or left out', () => {
    const list = setCondition([], ready, at(0));
    expect(conditionOf(list, 'Ready')).toBe(list[0]);
    expect(conditionOf(undefined, 'Ready')).toBeUndefined();
    expect(withoutCondition(list, 'Ready')).toEqual([]);
    expect(withoutCondition(list, 'Other')).toEqual(list);
  });
});
