import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, gist } from '../kinds/comparable.ts';
import { families } from '../kinds/families.ts';
import { rowsOf } from '../kinds/family.ts';
import { keyOf, type Recorded, record, recorded } from '../kinds/recorded.ts';
import { type TYPES, useTwins } from './twins.ts';

const twins = useTwins();

/** With SLIPWAY_RECORD=1 the table for the tests without a real server is written anew. */
const RECORDS = process.env['SLIPWAY_RECORD'] === '1';
const found = new Map<string, Recorded>();

beforeAll(async () => {
  // Pods need an account, which a controller would make.
  const account = { metadata: { name: 'default' } };
  await twins.ask({ method: 'POST', path: '/api/v1/namespaces/default/serviceaccounts', body: account });
}, 150_000);

afterAll(() => {
  if (RECORDS) record(found);
});

describe('built-in kinds as a real API server fills them in and checks them', () => {
  test.each(families.map((family) => [family.kind, family] as const))(
    'L-8 K-88 K-140 to K-158: %s',
    async (_kind, family) => {
      const differences: object[] = [];
      for (const [index, row] of rowsOf(family).entries()) {
        const type: keyof typeof TYPES = row.method === 'PATCH' ? 'merge' : 'json';
        const answers = await twins.ask({ method: row.method, path: row.path, body: row.body, type });
        const [kube, local] = [answers.kube, answers.local].map(({ status, body }) => ({
          status,
          body: comparable(JSON.stringify(body)),
        })) as [Comparable, Comparable];
        const known: Recorded = JSON.parse(JSON.stringify(gist(kube.body))) as Recorded;
        const key = keyOf(family, index, row);
        found.set(key, known);
        const isSame = JSON.stringify(sorted(kube)) === JSON.stringify(sorted(local));
        if (!isSame) differences.push({ row: row.title, kube, local });
        if (!RECORDS && JSON.stringify(sorted(known)) !== JSON.stringify(sorted(recorded.get(key)))) {
          differences.push({ row: row.title, kube: known, recorded: recorded.get(key) });
        }
      }
      expect(differences).toEqual([]);
    },
    120_000,
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
