import { describe, expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';

const PODS = '/api/v1/namespaces/default/pods';
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const fixture = useCluster();

describe('evictions', () => {
  test('K-99: many at once take no more than the budget has', async () => {
    const { client } = fixture;
    const names = Array.from({ length: 10 }, (_, at) => `p${at}`);
    for (const name of names) {
      const spec = { containers: [{ name: 'c', image: 'x' }], terminationGracePeriodSeconds: 0 };
      await client.post(PODS, { metadata: { name, labels: { app: 'x' } }, spec });
      const conditions = [{ type: 'Ready', status: 'True' }];
      await client.merge(`${PODS}/${name}/status`, { status: { phase: 'Running', conditions } });
    }
    await client.post(BUDGETS, {
      metadata: { name: 'b' },
      spec: { minAvailable: 7, selector: { matchLabels: { app: 'x' } } },
    });
    const status = { observedGeneration: 1, disruptionsAllowed: 3, currentHealthy: 10, desiredHealthy: 7 };
    await client.merge(`${BUDGETS}/b/status`, { status });
    const evict = (name: string) => client.post(`${PODS}/${name}/eviction`, { metadata: { name } });
    const answers = await Promise.all(names.map(evict));
    const codes = answers.map((answer) => answer.status).sort((a, b) => a - b);
    expect(codes).toEqual([201, 201, 201, 429, 429, 429, 429, 429, 429, 429]);
    expect((await client.get(PODS)).body.items).toHaveLength(7);
    const { body } = await client.get(`${BUDGETS}/b`);
    expect(body.status.disruptionsAllowed).toBe(0);
    expect(Object.keys(body.status.disruptedPods as object)).toHaveLength(3);
  });

  test('K-25: discovery shows them under the name by which drain looks for them', async () => {
    const { body } = await fixture.client.get('/api/v1');
    expect(body.resources.find(({ name }: { name: string }) => name === 'pods/eviction')).toEqual({
      name: 'pods/eviction',
      singularName: '',
      namespaced: true,
      group: 'policy',
      version: 'v1',
      kind: 'Eviction',
      verbs: ['create'],
    });
  });
});
