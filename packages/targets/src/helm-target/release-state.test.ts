import { describe, expect, test } from 'vitest';
import type { HistoryEntry, ReleaseStatus } from '../helm/index.ts';
import { lastGood, preparationFor, unfinished } from './release-state.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const entry = (revision: number, status: ReleaseStatus, ageMs = 0): HistoryEntry => ({
  revision,
  status,
  updated: new Date(NOW - ageMs).toISOString(),
  chart: 'shop-1.0.0',
  appVersion: 'x',
  description: '',
});
const around = { isOwn: false, now: NOW, recoverAfterMs: 60_000 };

describe('a release before a change', () => {
  test.each(['deployed', 'failed', 'superseded'] as const)('S-81: that is %s needs nothing', (status) => {
    expect(preparationFor(entry(1, status), around)).toEqual({ step: 'none' });
    expect(preparationFor(undefined, around)).toEqual({ step: 'none' });
  });

  test('S-81: that is pending is recovered when its helm is certainly gone, and waited for until then', () => {
    for (const status of ['pending-install', 'pending-upgrade', 'pending-rollback'] as const) {
      expect(preparationFor(entry(3, status, 59_000), around)).toEqual({ step: 'wait', revision: 3, forMs: 1_000 });
      expect(preparationFor(entry(3, status, 60_000), around)).toEqual({ step: 'recover', revision: 3 });
      expect(preparationFor(entry(3, status), { ...around, isOwn: true })).toEqual({ step: 'recover', revision: 3 });
    }
  });

  test('S-81: that was being uninstalled is uninstalled first', () => {
    expect(preparationFor(entry(3, 'uninstalling'), around)).toEqual({ step: 'uninstall' });
  });

  test('G-153: has unfinished revisions after its last good one, and only those', () => {
    const history = [entry(1, 'failed'), entry(2, 'deployed'), entry(3, 'failed'), entry(4, 'pending-upgrade')];
    expect(unfinished(history).map(({ revision }) => revision)).toEqual([3, 4]);
    expect(lastGood(history)?.revision).toBe(2);
    expect(unfinished([entry(1, 'failed')]).map(({ revision }) => revision)).toEqual([1]);
    expect(unfinished([])).toEqual([]);
  });
});
