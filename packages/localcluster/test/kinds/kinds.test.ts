import { beforeAll, describe, expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';
import { comparable, gist } from './comparable.ts';
import { families } from './families.ts';
import { rowsOf } from './family.ts';
import { keyOf, recorded } from './recorded.ts';

const fixture = useCluster();

beforeAll(async () => {
  await fixture.client.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
});

describe('built-in kinds as a real API server was seen to treat them', () => {
  test.each(families.map((family) => [family.kind, family] as const))(
    'L-8 K-88 K-140 to K-158: %s',
    async (_kind, family) => {
      for (const [index, row] of rowsOf(family).entries()) {
        const key = keyOf(family, index, row);
        const { client } = fixture;
        const answer = await (row.method === 'PATCH' ? client.merge : client.post)(row.path, row.body);
        const answered: unknown = JSON.parse(JSON.stringify(gist(comparable(answer.text))));
        expect({ key, answered }).toEqual({ key, answered: recorded.get(key) });
      }
    },
  );
});
