import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureOf } from './failure.ts';
import { masked, secretsIn, secretsInKubeconfig } from './secrecy.ts';

describe('what helm printed', () => {
  test.each([
    ['another operation (install/upgrade/rollback) is in progress', 'HELM_RELEASE_PENDING'],
    ['release: not found', 'HELM_RELEASE_NOT_FOUND'],
    ['uninstall: Release not loaded: shop: release: not found', 'HELM_RELEASE_NOT_FOUND'],
    ['kubernetes cluster unreachable: Get "http://localhost:8080/version": dial tcp', 'HELM_UNREACHABLE'],
    [`values don't meet the specifications of the schema(s) in the following chart(s):`, 'HELM_VALUES'],
    ['template: shop/templates/x.yaml:1:10: executing "x" at <.Values.a.b>: nil pointer', 'HELM_RENDER'],
    ['shop/templates/x.yaml:1:10\n  executing "x" at <.Values.a.b>:\n    nil pointer', 'HELM_RENDER'],
    [
      'unable to continue with install: ConfigMap "a" exists and cannot be imported into the current release',
      'HELM_OWNERSHIP',
    ],
    ['failed to perform "FetchReference" on source: Get "https://r/v2/x/manifests/1": refused', 'HELM_CHART'],
    ['UPGRADE FAILED: cannot patch "a" with kind ConfigMap: admission denied', 'HELM_REFUSED'],
    ['something new', 'HELM_FAILED'],
  ])('S-75: %s', (words, code) => {
    const failure = failureOf(`level=WARN msg="a warning"\nError: ${words}\n`);
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(words.split('\n')[0]);
    expect(failure.message).not.toContain('\n');
  });

  test('S-75: has a message also where helm printed nothing', () => {
    expect(failureOf('')).toEqual({ code: 'HELM_FAILED', message: 'helm printed nothing' });
  });
});

describe('secrets', () => {
  const secret = fc.string({ minLength: 4, maxLength: 30 }).filter((text) => !text.includes('*'));

  test('S-75: none of the given ones is left in a text, also where one contains another', () => {
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 5 }), fc.array(fc.string()), (secrets, words) => {
        const text = [...secrets, ...words, ...secrets].join(' ');
        const result = masked(text, secrets);
        // What masking itself writes, together with its surroundings, may spell a short secret again.
        const pieces = result.split('***');
        expect(pieces.some((piece) => secrets.some((each) => piece.includes(each)))).toBe(false);
      }),
    );
  });

  test('S-75: are found by the names of their keys, at any depth', () => {
    const values = {
      db: { password: 'hunter22', host: 'db.example' },
      apiKeys: ['k1234'],
      extra: { tokens: [{ a: 'tttt' }] },
    };
    expect(secretsIn(values).toSorted()).toEqual(['hunter22', 'k1234', 'tttt']);
    const kubeconfig = 'users:\n- name: a\n  user:\n    token: abcdef\n    client-key-data: Zm9vYmFy\n';
    expect(secretsInKubeconfig(kubeconfig).toSorted()).toEqual(['Zm9vYmFy', 'abcdef']);
  });
});
