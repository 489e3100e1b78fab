import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RUNS } from '../../test/runs.ts';
import type { Stage } from '../types/index.ts';
import { phaseOf, stageOf, type VersionSituation } from './stage.ts';

const HOUR = 3_600_000;
const NOW = 100 * HOUR;

/** Available, operator-authored, wanted by nobody, never released. */
const idle: VersionSituation = {
  stage: undefined,
  weight: 0,
  goal: 0,
  isWeightKnown: true,
  isAvailable: true,
  isTarget: false,
  isStable: false,
  isSubject: false,
  isPlanned: false,
  isHeaderOnly: false,
  wasReleased: false,
  isOperatorAuthored: true,
  failedAt: undefined,
  failedRetentionMs: HOUR,
  now: NOW,
};

const target = { isTarget: true, goal: 100 };
const old = { wasReleased: true };
const STAYING: readonly Stage[] = [
  'Waiting',
  'Staged',
  'HeaderOnly',
  'Canary',
  'Current',
  'Serving',
  'Standby',
  'Failed',
];
const LEAVING: readonly Stage[] = ['Draining', 'Drained', 'Decommissioning', 'Decommissioned'];

describe('the stage of a version', () => {
  test.each<[string, Partial<VersionSituation>, Stage]>([
    ['a target without ready pods', { ...target, isAvailable: false }, 'Waiting'],
    ['a target that is ready', target, 'Staged'],
    ['a target that breaks callers', { ...target, isHeaderOnly: true, stage: 'Staged' }, 'HeaderOnly'],
    ['one whose chain is complete by now', { ...target, stage: 'HeaderOnly' }, 'Staged'],
    ['a subject before its first weight', { ...target, isSubject: true }, 'Staged'],
    ['a subject with weight', { ...target, isSubject: true, weight: 10 }, 'Canary'],
    ['the stable version', { ...old, isStable: true, weight: 90 }, 'Current'],
    ['a subject with all of the traffic', { ...target, isSubject: true, weight: 100 }, 'Current'],
    ['the stable version while all of its weight is elsewhere', { ...old, isStable: true, isPlanned: true }, 'Standby'],
    ['a stable version whose route nobody confirms yet', { ...target, isStable: true, isWeightKnown: false }, 'Staged'],
    ['another version with weight', { ...old, weight: 30 }, 'Serving'],
    ['one given back a moment ago', { ...target, failedAt: NOW - 1, stage: 'Canary' }, 'Failed'],
    ['one given back, its retention over', { ...old, failedAt: NOW - HOUR, stage: 'Failed' }, 'Draining'],
    ['a failed target, its retention over', { ...target, failedAt: NOW - HOUR, stage: 'Failed' }, 'Draining'],
    ['a failed one that is tried again', { ...target, stage: 'Failed' }, 'Staged'],
    ['a failed one that is tried again and has no pods', { ...target, stage: 'Failed', isAvailable: false }, 'Waiting'],
    ['a superseded one', { ...old, stage: 'Current' }, 'Draining'],
    ['a superseded one whose weight nobody confirms', { ...old, stage: 'Serving', isWeightKnown: false }, 'Staged'],
    ['a superseded one that an open rollout may go back to', { ...old, stage: 'Serving', isPlanned: true }, 'Standby'],
    ['a header-only one that is the target no more', { stage: 'HeaderOnly', isHeaderOnly: true }, 'Draining'],
    [
      'a header-only one of a person',
      { stage: 'HeaderOnly', isHeaderOnly: true, isOperatorAuthored: false },
      'HeaderOnly',
    ],
    ['one superseded before its release', { stage: 'Staged' }, 'Draining'],
    ['one that drains', { ...old, stage: 'Draining' }, 'Draining'],
    ['one that is drained', { ...old, stage: 'Drained' }, 'Drained'],
    ['one that is being removed', { ...old, stage: 'Decommissioning', isAvailable: false }, 'Decommissioning'],
    ['one that is removed', { ...old, stage: 'Decommissioned', isAvailable: false }, 'Decommissioned'],
    ['a removed target', { ...old, ...target, stage: 'Decommissioned', isAvailable: false }, 'Waiting'],
    ['a removed one with a goal', { ...old, goal: 20, stage: 'Decommissioned', isAvailable: false }, 'Waiting'],
    ['a draining one with a goal', { ...old, goal: 20, stage: 'Draining' }, 'Staged'],
  ])('G-44 G-45: %s', (_, situation, stage) => {
    expect(stageOf({ ...idle, ...situation })).toBe(stage);
  });

  test.each(LEAVING)('G-103: %s ends when it is the target again or has a goal; marked bad, only by retry', (stage) => {
    const leaving = { ...idle, ...old, stage };
    for (const wanted of [target, { goal: 1 }]) {
      expect(LEAVING).not.toContain(stageOf({ ...leaving, ...wanted }));
      expect(stageOf({ ...leaving, ...wanted, failedAt: NOW - 2 * HOUR })).toBe(stage);
    }
  });

  test('G-44: a version of a person that was never released waits for 30 days and longer', () => {
    for (let day = 0; day <= 30; day++) {
      const preview = { ...idle, isOperatorAuthored: false, stage: 'Staged' as const, now: NOW + day * 24 * HOUR };
      expect(stageOf(preview)).toBe('Staged');
    }
  });

  test('G-44 G-45: whatever is so, nobody leaves who is used, and nobody comes back unasked', () => {
    fc.assert(
      fc.property(situations(), (version) => {
        const stage = stageOf(version);
        const isLeaving = LEAVING.includes(stage);
        const isMarked = version.failedAt !== undefined;
        const isWanted = (!isMarked && (version.isTarget || version.goal > 0)) || version.isPlanned;
        const isRetained = isMarked && version.now < (version.failedAt ?? 0) + version.failedRetentionMs;
        const isUsed = version.weight > 0 || version.isStable || version.isSubject;
        if (isUsed || isRetained || isWanted) expect(isLeaving).toBe(false);
        if (LEAVING.includes(version.stage as Stage) && !isUsed && !isRetained && !isWanted)
          expect(stage).toBe(version.stage);
        const mayEnter = version.wasReleased || version.isOperatorAuthored;
        if (isLeaving && !LEAVING.includes(version.stage as Stage)) {
          expect(stage).toBe('Draining');
          expect(version.isWeightKnown && mayEnter).toBe(true);
        }
        if (stage === 'Canary' || stage === 'Serving' || stage === 'Current') expect(version.weight).toBeGreaterThan(0);
        if (stage === 'Canary') expect(version.weight).toBeLessThan(100);
      }),
      RUNS,
    );
  });

  test('G-44: the three words of the first release', () => {
    const phases = STAYING.map(phaseOf);
    expect(new Set(phases)).toEqual(new Set(['Active']));
    expect(LEAVING.map(phaseOf)).toEqual(['Draining', 'Draining', 'Draining', 'Decommissioned']);
  });
});

function situations(): fc.Arbitrary<VersionSituation> {
  return fc.record({
    stage: fc.constantFrom(undefined, ...STAYING, ...LEAVING),
    weight: fc.constantFrom(0, 0, 10, 100),
    goal: fc.constantFrom(0, 0, 50),
    isWeightKnown: fc.boolean(),
    isAvailable: fc.boolean(),
    isTarget: fc.boolean(),
    isStable: fc.boolean(),
    isSubject: fc.boolean(),
    isPlanned: fc.boolean(),
    isHeaderOnly: fc.boolean(),
    wasReleased: fc.boolean(),
    isOperatorAuthored: fc.boolean(),
    failedAt: fc.constantFrom(undefined, NOW - 1, NOW - 2 * HOUR),
    failedRetentionMs: fc.constant(HOUR),
    now: fc.constant(NOW),
  });
}
