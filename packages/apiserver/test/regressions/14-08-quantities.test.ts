import { describe, expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';

const QUOTAS = '/api/v1/namespaces/default/resourcequotas';

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
