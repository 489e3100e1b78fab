import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '../../test/runs.ts';
import { olderClaim, type PathClaim } from './path-conflict.ts';

const old: PathClaim = {
  key: 'shop/users',
  createdAt: 1,
  gateway: 'infra/edge',
  hostnames: [],
  path: { type: 'PathPrefix', value: '/users' },
};
const young: PathClaim = { ...old, key: 'shop/orders', createdAt: 2 };

test('G-75: of two handlers with one match on one listener and host, the younger gives way', () => {
  expect(olderClaim(young, [old, young])).toBe(old);
  expect(olderClaim(old, [old, young])).toBeUndefined();
});

test('G-75: of the same age the lesser name wins', () => {
  expect(olderClaim({ ...young, createdAt: 1 }, [old])).toBeUndefined();
  expect(olderClaim({ ...old }, [{ ...young, createdAt: 1 }])).toMatchObject({ key: 'shop/orders' });
});

test.each<[string, Partial<PathClaim>]>([
  ['another Gateway', { gateway: 'infra/inner' }],
  ['another path', { path: { type: 'PathPrefix', value: '/users/orders' } }],
  ['another kind of match', { path: { type: 'Exact', value: '/users' } }],
  ['a host of its own', { hostnames: ['users.example'] }],
])('G-75: %s is no conflict', (_, more) => {
  expect(olderClaim({ ...young, ...more }, [old])).toBeUndefined();
});

test('G-75: listeners and hosts conflict where they meet', () => {
  const on = (sectionName: string | undefined, ...hostnames: string[]) => ({ sectionName, hostnames });
  expect(olderClaim({ ...young, ...on('http') }, [{ ...old, ...on('https') }])).toBeUndefined();
  expect(olderClaim({ ...young, ...on('http') }, [{ ...old, ...on(undefined) }])).toBeDefined();
  expect(olderClaim({ ...young, ...on('http', 'a', 'b') }, [{ ...old, ...on('http', 'b', 'c') }])).toBeDefined();
  expect(olderClaim({ ...young, ...on('http', 'a') }, [{ ...old, ...on('http', 'c') }])).toBeUndefined();
});

test('G-75: of any handlers one is always routed, and two that both are never meet', () => {
  const claim = fc.record({
    createdAt: fc.nat(2),
    gateway: fc.constantFrom('a/edge', 'b/edge'),
    sectionName: fc.constantFrom(undefined, 'http'),
    hostnames: fc.subarray(['x', 'y']),
    path: fc.constantFrom(old.path, { type: 'PathPrefix' as const, value: '/users/' }),
  });
  fc.assert(
    fc.property(fc.array(claim, { minLength: 1, maxLength: 5 }), (parts) => {
      const claims: PathClaim[] = parts.map((part, index) => ({ ...part, key: `shop/h${index}` }));
      const routed = claims.filter((one) => olderClaim(one, claims) === undefined);
      expect(routed.length).toBeGreaterThan(0);
      for (const one of routed) expect(olderClaim(one, routed)).toBeUndefined();
    }),
    RUNS,
  );
});
