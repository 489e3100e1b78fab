import { describe, expect, test } from 'vitest';
import type { Condition } from './kinds.ts';
import { type HttpRouteObject, isAccepted } from './route-status.ts';

const condition = (type: string, more: Partial<Condition> = {}): Condition => ({
  type,
  status: 'True',
  observedGeneration: 3,
  reason: type,
  message: '',
  ...more,
});
const accepted = condition('Accepted');
const resolved = condition('ResolvedRefs');

/** A route in its third generation that names two Gateways, of which the first is content. */
const withSecond = (...conditions: Condition[]): HttpRouteObject => ({
  metadata: { name: 'orders', namespace: 'shop', generation: 3 },
  spec: { parentRefs: [{ name: 'public' }, { name: 'private' }], rules: [] },
  status: {
    parents: [[accepted, resolved], conditions].map((each, index) => ({
      parentRef: { name: index === 0 ? 'public' : 'private' },
      controllerName: 'example.com/gateway',
      conditions: each,
    })),
  },
});

describe('the status of a route', () => {
  test('L-23: it is accepted when every parent says so of the newest generation, and of its backends', () => {
    expect(isAccepted(withSecond(accepted, resolved))).toBe(true);
  });

  test.each<[string, Condition[]]>([
    ['says nothing yet', []],
    ['leaves the backends open', [accepted]],
    ['refuses it', [condition('Accepted', { status: 'False' }), resolved]],
    ['misses a backend', [accepted, condition('ResolvedRefs', { status: 'False' })]],
    ['speaks of an older generation', [accepted, condition('ResolvedRefs', { observedGeneration: 2 })]],
  ])('L-23: it is not when one parent %s', (_, conditions) => {
    expect(isAccepted(withSecond(...conditions))).toBe(false);
  });

  test('L-23: it is not while a parent is missing', () => {
    const { status, ...route } = withSecond(accepted, resolved);
    expect(isAccepted(route)).toBe(false);
    expect(isAccepted({ ...route, status: { parents: status?.parents.slice(0, 1) ?? [] } })).toBe(false);
  });
});
