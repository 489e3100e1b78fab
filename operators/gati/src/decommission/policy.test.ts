import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, policyOf } from './policy.ts';

const HOUR = 3_600_000;

test('G-97 G-185: the spec beats the settings, and the settings beat nothing', () => {
  expect(policyOf({})).toEqual({
    enabled: true,
    dryRun: false,
    gracePeriodMs: 300_000,
    zeroSamples: 5,
    protectedTags: ['stable', 'production', 'latest'],
    drainDeadlineMs: HOUR,
    deleteDelayMs: 0,
    intervalMs: 60_000,
  });
  const settings = { dryRun: false, gracePeriodMs: 1000, intervalMs: 2000 };
  expect(policyOf({}, settings)).toMatchObject({ gracePeriodMs: 1000, intervalMs: 2000 });
  const spec = { decommission: { gracePeriod: '10m', zeroSamples: 3 }, traffic: { interval: '30s' } };
  expect(policyOf(spec, settings)).toMatchObject({ gracePeriodMs: 600_000, zeroSamples: 3, intervalMs: 30_000 });
});

test('G-101: blue-green keeps what costs nothing for a day, unless it says otherwise', () => {
  expect(policyOf({ rollout: { strategy: 'blueGreen' } }).deleteDelayMs).toBe(24 * HOUR);
  const soon = { rollout: { strategy: 'blueGreen' as const }, decommission: { deleteDelay: '1h' } };
  expect(policyOf(soon).deleteDelayMs).toBe(HOUR);
});

test('G-104: the dry run of the operator holds for all handlers', () => {
  const settings = { ...DEFAULT_SETTINGS, dryRun: true };
  expect(policyOf({ decommission: { dryRun: false } }, settings).dryRun).toBe(true);
  expect(policyOf({ decommission: { dryRun: true } }).dryRun).toBe(true);
});
