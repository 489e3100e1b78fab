import { seededRandom } from '@slipway/kube/testing';
import { expect, it } from 'vitest';
import { comparisonTables } from './comparison-tables.ts';
import type { Run } from './interleaved.ts';

type Quantity = 'readyMs' | 'cpuSeconds';
const quantities = {
  readyMs: { label: 'time', format: String, isTime: true },
  cpuSeconds: { label: 'CPU', format: String },
};

interface Facts {
  readonly ms: number;
  readonly writes: number;
  readonly busy: number;
}

function runs(operator: string, { ms, writes, busy }: Facts): Run<Quantity>[] {
  const byKind = { 'patch configmaps': writes };
  const counts = { writes, reads: 0, byKind, conflicts: 0, refused: 0, duplicates: 0 };
  return [1, 2, 3, 4, 5].map((slower, block) => ({
    block,
    operator,
    isBaseline: operator === 'controller-runtime',
    measurement: { values: { readyMs: ms * slower, cpuSeconds: 3 }, counts, of: 10, serverCoreBusy: busy },
  }));
}

function rows(ours: Facts, theirs: Facts): string[] {
  const all = [...runs('controller-runtime', theirs), ...runs('Slipway', ours)];
  const results = { runs: all, loopMs: [1, 1, 1, 1, 1], repeats: 0 };
  return comparisonTables(results, { quantities, unit: 'Widget' }, seededRandom(1n)).split('\n');
}

it('B-10: ratios are taken within the block, and losses come first', () => {
  const lines = rows({ ms: 200, writes: 40, busy: 0.5 }, { ms: 100, writes: 40, busy: 0.5 });
  expect(lines).toContain('| Slipway | time | 2.00 | 2.00–2.00 | 5 | worse |');
  expect(lines.findIndex((line) => line.includes('| worse'))).toBeLessThan(
    lines.findIndex((line) => line.includes('no difference shown')),
  );
});

it('B-4: times of operators that send other requests are marked', () => {
  const lines = rows({ ms: 90, writes: 40, busy: 0.5 }, { ms: 100, writes: 49, busy: 0.5 });
  expect(lines).toContain('| Slipway | time | 0.90 | 0.90–0.90 | 5 | other requests (better) |');
  expect(lines).toContain('| controller-runtime | 4.900 | 0.000 | 0.000 | 4.900 |');
});

it('times are marked where the core of the server was the bottleneck, and CPU time is not', () => {
  const lines = rows({ ms: 200, writes: 40, busy: 0.9 }, { ms: 100, writes: 40, busy: 0.9 });
  expect(lines).toContain('| Slipway | time | 2.00 | 2.00–2.00 | 5 | ground saturated (worse) |');
  expect(lines).toContain('| Slipway | CPU | 1.00 | 1.00–1.00 | 5 | no difference shown |');
});

it('B-11: a failed run is shown', () => {
  const failed = { block: 5, operator: 'Slipway', isBaseline: false, failure: 'it fell over' };
  const all = [...runs('controller-runtime', { ms: 1, writes: 1, busy: 0 }), failed];
  const results = { runs: all, loopMs: [], repeats: 0 };
  expect(comparisonTables(results, { quantities, unit: 'change' }, seededRandom(1n))).toContain(
    '- block 6, Slipway: it fell over',
  );
});
