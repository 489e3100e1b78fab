import { describe, expect, test } from 'vitest';
import { canonicalQuantity, MalformedQuantity, parseQuantity } from '../../src/quantities/index.ts';
import { useCluster } from '../support/fixture.ts';

const QUOTAS = '/api/v1/namespaces/default/resourcequotas';

describe('a quantity with an exponent', () => {
  test.each(['1e999999999', '1e-999999999', '-5E999999999', '1e99999999999999999999', '1e10001'])(
    '%s is refused at once',
    (text) => {
      expect(() => parseQuantity(text)).toThrow(new MalformedQuantity("unable to parse quantity's suffix"));
    },
  );

  // Each as a real kube-apiserver shows it.
  test.each([
    ['1e100', '10e99'],
    ['0.5e1000', '5e999'],
    ['1e10000', '10e9999'],
    ['123456789012345678901e5', '12345678901234567890100e3'],
    ['99999999999999999999', '99999999999999999999'],
    ['99999E', '99999E'],
    ['1000E', '1'],
    ['10Ei', '9223372036854775807'],
  ])('%s is shown as %s', (text, shown) => {
    expect(canonicalQuantity(text)).toBe(shown);
  });
});

describe('a cluster', () => {
  const fixture = useCluster();

  test('answers a quantity that is too large to compute with, and goes on', async () => {
    const hard = { 'requests.cpu': '1e999999999' };
    const { status, body } = await fixture.client.post(QUOTAS, { metadata: { name: 'q' }, spec: { hard } });
    expect(status).toBe(400);
    expect(body.message).toContain("unable to parse quantity's suffix");
    expect((await fixture.client.get('/readyz')).text).toBe('ok');
  });
});
