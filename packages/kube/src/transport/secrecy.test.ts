import { expect, test } from 'vitest';
import { isSecretPath, withoutToken } from './secrecy.ts';

test.each([
  ['/api/v1/secrets', true],
  ['/api/v1/namespaces/a/secrets', true],
  ['/api/v1/namespaces/a/secrets/b', true],
  ['/api/v1/namespaces/a/serviceaccounts/b/token', true],
  ['/api/v1/namespaces/secrets/configmaps/x', false],
  ['/api/v1/namespaces/a/secretsfoo', false],
  ['/apis/demo.io/v1/namespaces/a/secrets/b', false],
])('R-19: %s holds secrets: %s', (path, expected) => {
  expect(isSecretPath(path)).toBe(expected);
});

test('R-19: the own token is taken out of what is shown', () => {
  expect(withoutToken('a tok b tok', 'tok')).toBe('a [token] b [token]');
  expect(withoutToken('as it is', undefined)).toBe('as it is');
});
