import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jwtExpiry } from './jwt-expiry.ts';

test('R-12: the end of a JWT is read from its claims; anything else has none', () => {
  const jwt = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
  expect(jwtExpiry(jwt({ exp: 1_700_000_000 }))).toBe(1_700_000_000_000);
  expect(jwtExpiry(jwt({ sub: 'x' }))).toBeUndefined();
  expect(jwtExpiry(jwt(null))).toBeUndefined();
  expect(jwtExpiry('opaque')).toBeUndefined();
  fc.assert(fc.property(fc.string(), (token) => ['number', 'undefined'].includes(typeof jwtExpiry(token))));
});
