import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExecCredential } from './exec-credential.ts';

const V1 = 'client.authentication.k8s.io/v1';
const credential = (status: unknown, more: object = {}) =>
  JSON.stringify({ apiVersion: V1, kind: 'ExecCredential', status, ...more });

describe('parseExecCredential', () => {
  test('R-14: a token, a certificate and an end are understood', () => {
    const status = {
      token: 't',
      clientCertificateData: 'c',
      clientKeyData: 'k',
      expirationTimestamp: '2026-01-01T00:00:00Z',
    };
    expect(parseExecCredential(credential(status), V1)).toEqual({
      token: 't',
      certificate: { cert: 'c', key: 'k' },
      expiresAt: Date.UTC(2026, 0, 1),
    });
  });

  test.each([
    ['no JSON', 'secret'],
    ['another kind', credential({ token: 'secret' }, { kind: 'Secret' })],
    ['another version', credential({ token: 'secret' }, { apiVersion: `${V1}beta1` })],
    ['no status', credential(undefined)],
    ['nothing in it', credential({ token: '' })],
    ['a certificate without its key', credential({ token: 't', clientCertificateData: 'secret' })],
    ['an end that is no time', credential({ token: 't', expirationTimestamp: 'secret' })],
    ['null', 'null'],
  ])('R-14, R-19: %s is refused without a word of the output', (_what, stdout) => {
    const problem = parseExecCredential(stdout, V1);
    expect(problem).toBeTypeOf('string');
    expect(problem).not.toContain('secret');
  });

  test('R-14, R-19: whatever a plugin prints gives a credential or a fixed sentence', () => {
    const sentences = new Set<unknown>();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.anything().map((value) => credential(value)),
        ),
        (stdout) => {
          const result = parseExecCredential(stdout, V1);
          if (typeof result === 'string') sentences.add(result);
          else expect(result.token ?? result.certificate?.cert).toBeTypeOf('string');
        },
      ),
    );
    expect(sentences.size).toBeLessThanOrEqual(6);
  });
});
