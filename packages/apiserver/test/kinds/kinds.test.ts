import { TYPES } from '@slipway/test/clusters/media-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';
import { comparable, gist } from './comparable.ts';
import { suites } from './families.ts';
import { keyOf, recorded } from './recorded.ts';

const fixture = useCluster();

beforeAll(async () => {
  await fixture.client.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
});

describe('built-in kinds as a real API server was seen to treat them', () => {
  test.each(suites.map((suite) => [suite.name, suite] as const))(
    'L-8 K-88 K-140 K-141 K-142 K-143 K-144 K-145 K-146 K-147 K-148 K-149 K-150 K-151 K-152 K-153 K-154 K-155 K-156 K-157 K-158: %s',
    async (_name, suite) => {
      for (const [index, row] of suite.rows.entries()) {
        const key = keyOf(suite, index, row);
        const type = TYPES[row.type ?? (row.method === 'PATCH' ? 'merge' : 'json')];
        const headers = { 'user-agent': 'twin/1' };
        const answer = await fixture.client.send(row.method, row.path, { body: row.body, type, headers });
        const answered: unknown = JSON.parse(JSON.stringify(gist(comparable(answer.text))));
        expect({ key, answered }).toEqual({ key, answered: recorded.get(key) });
      }
    },
  );
});
