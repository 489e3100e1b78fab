import { seededRandom } from '@slipway/kube/testing';
import { expect, it } from 'vitest';
import type { Measurement } from '../contestants/index.ts';
import type { Run } from './cold-sync.ts';
import { coldSyncTables } from './cold-sync-tables.ts';
import { memorySlopes } from './memory-slope.ts';

const usual: Measurement = {
  loadMs: 10,
  syncMs: 100,
  startToSyncedMs: 110,
  peakBytes: 50e6,
  settledBytes: 40e6,
  cpuSeconds: 1,
  receivedBytes: 1e6,
  serverCoreBusy: 0.2,
};
const population = { count: 1000, bytes: 2000, isRunning: false };

function run(contestant: string, block: number, change: Partial<Measurement> = {}): Run {
  const isBaseline = contestant === 'client-go';
  return { block, contestant, isBaseline, managedFields: 'kept', population, measurement: { ...usual, ...change } };
}

/** Five blocks of the baseline and Slipway, the machine slower with each block. */
function blocks(change: Partial<Measurement>): Run[] {
  return [1, 2, 3, 4, 5].flatMap((slower, block) => {
    const slowed = (values: Partial<Measurement>): Partial<Measurement> => ({
      ...values,
      syncMs: (values.syncMs ?? usual.syncMs) * slower,
    });
    return [run('client-go', block, slowed({})), run('Slipway', block, slowed(change))];
  });
}

const tables = (runs: readonly Run[]): string[] =>
  coldSyncTables(runs, { repeats: 0, disturbed: 0 }, seededRandom(1n)).split('\n');
const rowsOf = (runs: readonly Run[]): string[] =>
  tables(runs).filter((line) => /^\|.*(worse|better|shown|saturated)/.test(line));

it('B-10: ratios are taken within the block, so a machine that slows down does not show in them', () => {
  const row = rowsOf(blocks({ syncMs: 200 })).find((line) => line.includes('ready to synced'));
  expect(row).toContain('| 2.00 | 2.00–2.00 | 5 | worse |');
});

it('losses come first, and the largest of them first', () => {
  const rows = rowsOf(blocks({ cpuSeconds: 3, peakBytes: 100e6, settledBytes: 20e6 }));
  expect(rows[0]).toContain('CPU time | 3.00');
  expect(rows[1]).toContain('peak memory | 2.00');
  expect(rows.at(-1)).toContain('settled memory | 0.50');
});

it('B-11: a failed run is shown and its block gives no ratio', () => {
  const { measurement: _, ...failed } = run('Slipway', 5);
  const lines = tables([...blocks({}), run('client-go', 5), { ...failed, failure: 'it fell over' }]);
  expect(lines).toContain('- block 6, Slipway: it fell over');
  expect(lines.find((line) => line.includes('ready to synced'))).toContain('| 5 | no difference shown |');
});

it('a time is marked where the core of the server was the bottleneck, and a memory figure is not', () => {
  const rows = rowsOf(blocks({ syncMs: 200, peakBytes: 100e6, serverCoreBusy: 0.9 }));
  expect(rows.find((line) => line.includes('ready to synced'))).toContain('ground saturated (worse)');
  expect(rows.find((line) => line.includes('peak memory'))).not.toContain('saturated');
});

it('memory per object is the slope between the populations, free of what the process takes for itself', () => {
  const large = {
    ...run('Slipway', 0, { settledBytes: 40e6 + 9000 * 3000 }),
    population: { ...population, count: 10_000 },
  };
  expect(memorySlopes([run('Slipway', 0), large])).toEqual([
    { contestant: 'Slipway', managedFields: 'kept', objectBytes: 2000, memoryBytes: 3000 },
  ]);
});
