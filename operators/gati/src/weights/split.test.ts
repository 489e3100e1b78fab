import { splitAt } from '@slipway/delivery/weights';
import { expect, test } from 'vitest';
import { weightsCondition } from './condition.ts';
import { declaredWeight } from './declared.ts';
import { goalSplit } from './goal.ts';
import type { SplitSituation, SplitVersion } from './model.ts';

/** Versions by id, oldest first; null: nothing declared. */
function versionsOf(declared: Readonly<Record<string, number | null>>): SplitVersion[] {
  return Object.entries(declared).map(([versionId, weight], index) => ({
    versionId,
    name: `users-${versionId}`,
    createdAt: index,
    declared: weight,
    isRoutable: true,
  }));
}

function goal(declared: Readonly<Record<string, number | null>>, more: Partial<SplitSituation> = {}) {
  const ids = Object.keys(declared);
  return goalSplit({
    versions: versionsOf(declared),
    target: ids.at(-1) ?? null,
    stable: ids[0] ?? null,
    current: {},
    ...more,
  });
}

const sources = { isOperatorAuthored: true, isTarget: true, ofVersion: 40, ofHandler: undefined };

test.each([
  ['the operator follows the router, and so declares nothing', {}, { declared: null }],
  ['the handler speaks of the target', { ofHandler: 20 }, { declared: 20 }],
  ['the handler does not speak of other versions', { ofHandler: 20, isTarget: false }, { declared: null }],
  ['a user means what they write', { isOperatorAuthored: false }, { declared: 40 }],
  ['both say the same', { isOperatorAuthored: false, ofHandler: 40 }, { declared: 40 }],
  ["the user's version wins", { isOperatorAuthored: false, ofHandler: 20 }, { declared: 40, ignored: 20 }],
  ['an old version is not spoken of', { isOperatorAuthored: false, ofHandler: 20, isTarget: false }, { declared: 40 }],
])('G-65: declared weight: %s', (_, more, expected) => {
  expect(declaredWeight({ ...sources, ...more })).toEqual(expected);
});

test('G-41, G-65: a conflict of weights names both, and the version counts', () => {
  const [old, target] = versionsOf({ v1: null, v2: 40 });
  const versions = [old, { ...target, ignored: 20 }] as SplitVersion[];
  const { weights, conflicts } = goalSplit({ versions, target: 'v2', stable: 'v1', current: {} });
  expect(weights).toEqual({ v1: 60, v2: 40 });
  expect(conflicts).toEqual([{ versionId: 'v2', counts: 40, ignored: 20 }]);
});

test('G-66: an undeclared target gets what the others leave', () => {
  expect(goal({ v1: 30, v2: null })).toMatchObject({ weights: { v1: 30, v2: 70 }, verdict: 'AsDeclared' });
  expect(goal({ v1: null, v2: null })).toMatchObject({ weights: { v1: 0, v2: 100 }, verdict: 'AsDeclared' });
});

test('G-66: what a declared target leaves goes to the stable version', () => {
  expect(goal({ v1: null, v2: 20 })).toMatchObject({ weights: { v1: 80, v2: 20 }, verdict: 'AsDeclared' });
  expect(goal({ v1: null, v2: null, v3: 20 }, { stable: 'v2' }).weights).toEqual({ v1: 0, v2: 80, v3: 20 });
});

test('G-66: a hundred of a version that is no longer the target was declared when it was alone', () => {
  expect(goal({ 'v1.0.0': 100, 'v2.0.0': null })).toMatchObject({
    weights: { 'v1.0.0': 0, 'v2.0.0': 100 },
    verdict: 'AsDeclared',
  });
});

test('G-66: others shrink together to what a declared target leaves', () => {
  const result = goal({ v1: 60, v2: 30, v3: 40 });
  expect(result).toMatchObject({ weights: { v1: 40, v2: 20, v3: 40 }, verdict: 'Normalised' });
  expect(result.changed).toEqual([
    { versionId: 'v1', declared: 60, weight: 40 },
    { versionId: 'v2', declared: 30, weight: 20 },
  ]);
});

test('G-66: a target left with nothing says so', () => {
  expect(goal({ v1: 60, v2: 40, v3: null })).toMatchObject({ weights: { v3: 0 }, noWeightLeft: true });
  expect(goal({ v1: null, v2: 0 })).toMatchObject({ weights: { v1: 100, v2: 0 }, noWeightLeft: true });
  expect(goal({ v1: 60, v2: null })).toMatchObject({ noWeightLeft: false });
});

test('G-66: a target that cannot take traffic leaves it to the others', () => {
  const versions = versionsOf({ v1: null, v2: 30, v3: null }).map((version) => ({
    ...version,
    isRoutable: version.versionId !== 'v3',
  }));
  expect(goalSplit({ versions, target: 'v3', stable: 'v1', current: {} })).toMatchObject({
    weights: { v1: 70, v2: 30, v3: 0 },
    noWeightLeft: false,
  });
});

test('G-67: a sum that is not 100 is scaled, and ties go to the older', () => {
  expect(goal({ v1: 30, v2: 20 })).toMatchObject({ weights: { v1: 60, v2: 40 }, verdict: 'Normalised' });
  expect(goal({ v1: 1, v2: 1, v3: 1 }).weights).toEqual({ v1: 34, v2: 33, v3: 33 });
  expect(goal({ v1: 50 })).toMatchObject({ weights: { v1: 100 }, verdict: 'Normalised' });
  expect(goal({ v1: 80, v2: 80, v3: null }).weights).toEqual({ v1: 50, v2: 50, v3: 0 });
  expect(weightsCondition(goal({ v1: 30, v2: 20 }))).toEqual({
    type: 'WeightsValid',
    status: 'True',
    reason: 'Normalised',
    message:
      'The declared weights were scaled to add up to 100: v1 declares 30 and gets 60, v2 declares 20 and gets 40.',
  });
});

test('G-68: with every weight 0 the present split stays', () => {
  const result = goal({ v1: 0, v2: 0 }, { current: { v1: 90, v2: 10 } });
  expect(result).toMatchObject({ weights: { v1: 90, v2: 10 }, verdict: 'NoReceiver', noWeightLeft: false });
  expect(weightsCondition(result)).toMatchObject({ status: 'False', reason: 'NoReceiver' });
  expect(goal({}, { current: {} })).toMatchObject({ weights: {}, verdict: 'NoReceiver' });
});

test('G-69: the way to a goal leaves alone what does not change', () => {
  const { weights } = goal({ v1: 30, v2: null, v3: null }, { stable: 'v2' });
  const baseline = { v1: 30, v2: 70, v3: 0 };
  expect(splitAt(baseline, weights, 'v3', 35)).toEqual({ v1: 30, v2: 35, v3: 35 });
  expect(splitAt(baseline, weights, 'v3', 100)).toEqual({ v1: 30, v2: 0, v3: 70 });
});

test('G-71: by hand every declared weight is the goal, a hundred of an old version included', () => {
  const isManual = true;
  expect(declaredWeight({ ...sources, isManual, ofHandler: 5 })).toEqual({ declared: 40 });
  expect(goal({ v1: 100, v2: 0 }, { isManual })).toMatchObject({
    weights: { v1: 100, v2: 0 },
    verdict: 'AsDeclared',
    noWeightLeft: false,
  });
  expect(goal({ v1: 100, v2: 100 }, { isManual })).toMatchObject({
    weights: { v1: 50, v2: 50 },
    verdict: 'Normalised',
  });
  expect(goal({ v1: 0, v2: 0 }, { isManual, current: { v1: 100 } })).toMatchObject({
    weights: { v1: 100, v2: 0 },
    verdict: 'NoReceiver',
  });
});

test('G-70, G-71: weights that follow the router mean the same by hand, so the switch moves nothing', () => {
  const managed = goal({ v1: 30, v2: null }).weights;
  expect(goal(managed, { isManual: true })).toMatchObject({ weights: managed, verdict: 'AsDeclared' });
});

test('G-74: with more receivers than the router knows the present split stays', () => {
  const declared = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`v${index}`, 2]));
  const current = { v0: 100 };
  expect(goal(declared)).toMatchObject({ verdict: 'Normalised' });
  expect(goal(declared, { maxReceivers: 16, current })).toMatchObject({
    verdict: 'TooManyReceivers',
    weights: { v0: 100, v1: 0 },
  });
});
