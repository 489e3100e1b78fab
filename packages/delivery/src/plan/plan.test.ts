import { describe, expect, test } from 'vitest';
import { canary, MINUTE, wave, weight } from '../../test/canary.ts';
import type { Plan } from '../model/index.ts';
import { membersByStage } from './membership.ts';
import { canarySteps, cumulativeCounts } from './shares.ts';
import { validatePlan } from './validation.ts';

test('percents become counts: each stage takes at least one more, the last takes all', () => {
  expect(cumulativeCounts(canarySteps(10, 20), 10)).toEqual([1, 3, 5, 10]);
  expect(cumulativeCounts([1, 2, 3, 100], 3)).toEqual([1, 2, 3, 3]);
  expect(cumulativeCounts([10, 100], 1)).toEqual([1, 1]);
  expect(canarySteps(60, 10)).toEqual([60, 100]);
  expect(canarySteps(100, 10)).toEqual([100]);
});

test('members come in their order, and a selector takes those that carry its labels', () => {
  const members = [
    { id: 'b', order: 1 },
    { id: 'z', order: 0, labels: { tier: 'canary' } },
    { id: 'a', order: 1 },
  ];
  const [first, rest] = [
    { ...weight(10, 0), name: 'first', kind: 'members', to: { matchLabels: { tier: 'canary' } } } as const,
    { ...weight(100, 0), name: 'rest', kind: 'members', to: 100 } as const,
  ];
  expect(membersByStage(wave(0, { members, stages: [first, rest] }))).toEqual([['z'], ['z', 'a', 'b']]);
});

describe('a plan that cannot work is refused', () => {
  const stage = weight(10, 0);
  const soak = { name: 's', kind: 'soak', when: 'after', deadline: MINUTE } as const;
  const approval = {
    name: 'a',
    kind: 'approval',
    when: 'before',
    deadline: MINUTE,
    spec: { approvers: ['ann'], quorum: 2 },
  } as const;
  const table: [string, Plan, string, string][] = [
    ['the version that runs', canary({ to: 'v1' }), 'to', 'is "v1", the version that runs already'],
    ['no stage', canary({ stages: [] }), 'stages', 'is empty; give at least one stage'],
    [
      'shares that fall',
      canary({ stages: [weight(50, 0), weight(10, 0)] }),
      'stages[1].to',
      'is 10 after 50; shares must rise',
    ],
    [
      'a share above all',
      canary({ stages: [{ ...stage, to: 101 }] }),
      'stages[0].to',
      'is 101; give a whole percentage from 1 to 100',
    ],
    [
      'weights that do not add up',
      canary({ split: { baseline: { v1: 90 }, goal: { v2: 100 } } }),
      'split.baseline',
      'adds up to 90, not to 100',
    ],
    [
      'no weights',
      canary({ split: undefined as never }),
      'split',
      'is missing; traffic needs its weights at the start and at the end',
    ],
    [
      'a stage of another actuator',
      canary({ stages: [{ ...stage, kind: 'members' }] }),
      'stages[0].kind',
      '"members" does not fit the actuator "traffic"',
    ],
    ['no time at all', canary({ deadline: 0 }), 'deadline', 'is 0; give milliseconds above 0, at most a year'],
    [
      'a soak without a length',
      canary({ stages: [{ ...stage, gates: [soak] }] }),
      'stages[0].gates[0].spec.forMs',
      'is missing; a soak needs its length in milliseconds',
    ],
    [
      'a quorum that nobody reaches',
      canary({ stages: [{ ...stage, gates: [approval] }] }),
      'stages[0].gates[0].spec.approvers',
      'names 1 beside the author; a quorum of 2 can never be reached',
    ],
    [
      'a member that no stage reaches',
      wave(10, { stages: wave(10).stages.slice(0, 1) }),
      'stages',
      'no stage reaches c0001, c0002, c0003, c0004, c0005',
    ],
    [
      'a first version that shares',
      canary({ from: null, split: { baseline: {}, goal: { v2: 100 } } }),
      'stages[0].kind',
      'the first version is installed; there is nothing to share traffic with',
    ],
    [
      'two stages of one name',
      canary({ stages: [stage, { ...weight(20, 0), name: '10%' }] }),
      'stages[1]',
      '"10%" is there twice',
    ],
    [
      'an author who is to approve',
      canary({ author: 'ann', stages: [{ ...stage, gates: [{ ...approval, spec: { approvers: ['ann'] } }] }] }),
      'stages[0].gates[0].spec.approvers',
      'names 0 beside the author; a quorum of 1 can never be reached',
    ],
    [
      'an approval that nobody has to give',
      canary({ stages: [{ ...stage, gates: [{ ...approval, spec: { approvers: ['ann'], quorum: 0 } }] }] }),
      'stages[0].gates[0].spec.quorum',
      'is 0; give a whole number from 1',
    ],
    [
      'a pace back that is no number',
      wave(3, { rollback: { window: MINUTE, maxConcurrent: 'all%' as '1%' } }),
      'rollback.maxConcurrent',
      'is "all%"; give a whole number from 1, or "10%"',
    ],
    [
      'a member without an end',
      wave(0, { members: [{ id: 'a', deadline: Number.NaN }] }),
      'members[0].deadline',
      'is NaN; give milliseconds above 0, at most a year',
    ],
    ['a floor above all members', wave(3, { floor: 4 }), 'floor', 'is 4, more than the 3 members'],
    [
      'a share that is no share',
      wave(3, { maxFailures: '110%' }),
      'maxFailures',
      'is "110%"; give a whole number from 0, or "10%"',
    ],
  ];
  test.each(table)('%s', (_title, plan, field, message) => {
    expect(validatePlan(plan)).toContainEqual({ field, message });
  });

  test('a sound one is not', () => {
    expect(validatePlan(canary())).toEqual([]);
    expect(validatePlan(wave(10))).toEqual([]);
  });
});
