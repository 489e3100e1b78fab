import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, gist } from '../kinds/comparable.ts';
import { suites } from '../kinds/families.ts';
import { keyOf, type Recorded, record, recorded } from '../kinds/recorded.ts';
import { useTwins } from './twins.ts';

const twins = useTwins();

/** With SLIPWAY_RECORD=1 the table for the tests without a real server is written anew. */
const RECORDS = process.env['SLIPWAY_RECORD'] === '1';
const found = new Map<string, Recorded>();

beforeAll(async () => {
  // Pods need an account, which a controller would make.
  const account = { metadata: { name: 'default' } };
  await twins.ask({ method: 'POST', path: '/api/v1/namespaces/default/serviceaccounts', body: account });
});

afterAll(() => {
  if (RECORDS) record(found);
});

describe('built-in kinds as a real API server fills them in and checks them', () => {
  test.each(suites.map((suite) => [suite.name, suite] as const))(
    'L-8 K-88 K-140 K-141 K-142 K-143 K-144 K-145 K-146 K-147 K-148 K-149 K-150 K-151 K-152 K-153 K-154 K-155 K-156 K-157 K-158: %s',
    async (_name, suite) => {
      const differences: object[] = [];
      for (const [index, row] of suite.rows.entries()) {
        const type = row.type ?? (row.method === 'PATCH' ? 'merge' : 'json');
        const { method, path, body } = row;
        const answers = await twins.ask({ method, path, type, ...(body !== undefined && { body }) });
        const [kube, local] = [answers.kube, answers.local].map(({ status, body: shown, warning }) => ({
          status,
          ...(warning !== undefined && { warning }),
          body: comparable(JSON.stringify(shown)),
        })) as [Comparable, Comparable];
        const known: Recorded = JSON.parse(JSON.stringify(gist(kube.body))) as Recorded;
        const key = keyOf(suite, index, row);
        found.set(key, known);
        const isSame = JSON.stringify(sorted(kube)) === JSON.stringify(sorted(local));
        if (!isSame) differences.push({ row: row.title, kube, local });
        if (!RECORDS && JSON.stringify(sorted(known)) !== JSON.stringify(sorted(recorded.get(key)))) {
          differences.push({ row: row.title, kube: known, recorded: recorded.get(key) });
        }
      }
      expect(differences).toEqual([]);
    },
    300_000,
  );
});

interface Comparable {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
