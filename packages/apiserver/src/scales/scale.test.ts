import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../objects/index.ts';
import { hasReplicas, scaleOf, withReplicas } from './index.ts';

const PATHS = {
  specReplicasPath: '.spec.deep.size',
  statusReplicasPath: '.status.now',
  labelSelectorPath: '.spec.selector',
};

describe('scales', () => {
  test('L-12: what is written to a scale is read from it, and nothing else changes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        fc.dictionary(fc.string(), fc.integer()),
        (replicas, other) => {
          const object = { metadata: { name: 'x' }, spec: { other } } as unknown as KubeObject;
          const scaled = withReplicas(object, PATHS, replicas);
          expect(scaleOf(scaled, PATHS)['spec']).toEqual({ replicas });
          expect((scaled['spec'] as { other: unknown }).other).toBe(other);
        },
      ),
    );
  });

  test('L-12: a selector is shown as the text that queries use', () => {
    const selectorOf = (selector: unknown): unknown =>
      (scaleOf({ metadata: {}, spec: { selector } }, PATHS)['status'] as { selector?: string }).selector;
    expect(selectorOf('a=b')).toBe('a=b');
    expect(selectorOf({ b: '2', a: '1' })).toBe('a=1,b=2');
    expect(
      selectorOf({
        matchLabels: { b: '2' },
        matchExpressions: [
          { key: 'c', operator: 'In', values: ['y', 'x'] },
          { key: 'a', operator: 'DoesNotExist' },
          { key: 'd', operator: 'Exists' },
          { key: 'e', operator: 'NotIn', values: ['z'] },
        ],
      }),
    ).toBe('!a,b=2,c in (x,y),d,e notin (z)');
  });

  test('L-12: an object that does not say how many has no replicas', () => {
    const object = { metadata: {}, spec: {} };
    expect(hasReplicas(object, PATHS)).toBe(false);
    expect(scaleOf(object, PATHS)).toEqual({ metadata: {}, spec: {}, status: { replicas: 0 } });
  });
});
