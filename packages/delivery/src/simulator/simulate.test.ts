import { describe, expect, test } from 'vitest';
import { canary, MINUTE, wave, weight } from '../../test/canary.ts';
import { validatePlan } from '../plan/index.ts';
import { simulate, type Timeline } from './simulate.ts';
import { drawTimeline } from './timeline-svg.ts';
import { printTimeline } from './timeline-text.ts';

const story = ({ moments }: Timeline): string[] =>
  moments.flatMap(({ events }) => events.map(({ type, about }) => `${type} ${about}`));
const last = ({ moments }: Timeline) => moments.at(-1)?.state;

describe('a canary', () => {
  test('goes 10, 50, 100 and retires the old version once it is drained', () => {
    const timeline = simulate(canary());
    expect(story(timeline)).toEqual([
      'PlanCreated shop-2',
      'StageStarted 10%',
      'WeightChanged v2',
      'StageReached 10%',
      'GatePassed 10%/health',
      'GatePassed 10%/soak',
      'StageStarted 50%',
      'WeightChanged v2',
      'StageReached 50%',
      'GatePassed 50%/health',
      'GatePassed 50%/soak',
      'StageStarted 100%',
      'WeightChanged v2',
      'StageReached 100%',
      'VersionDraining v1',
      'GatePassed 100%/health',
      'PlanSucceeded v2',
      'VersionDrained v1',
      'VersionScaledDown v1',
      'VersionRetired v1',
    ]);
    expect(last(timeline)).toMatchObject({ phase: 'Succeeded', weights: { v1: 0, v2: 100 } });
  });

  test('goes back at the first failed measurement, and marks the version', () => {
    const metric = { name: 'errors', kind: 'metric', when: 'during', deadline: 10 * MINUTE } as const;
    const plan = canary({ stages: [weight(10, 5, metric), weight(100, 0)] });
    const timeline = simulate(plan, { measure: (_key, elapsed) => (elapsed > 3 * MINUTE ? 'Fail' : 'Pass') });
    expect(story(timeline)).toContain('RollbackStarted v2');
    expect(last(timeline)).toMatchObject({
      phase: 'RolledBack',
      weights: { v1: 100 },
      hold: { version: 'v2' },
      versions: { v2: { bad: 'errors is not as asked' } },
    });
  });

  test('is measured when traffic has reached it for an interval, not before', () => {
    const metric = { name: 'errors', kind: 'metric', when: 'during', deadline: 10 * MINUTE } as const;
    const plan = canary({ stages: [weight(10, 5, metric), weight(100, 0)] });
    const measuredAt: number[] = [];
    const { moments } = simulate(plan, {
      measure: (_key, elapsed) => {
        measuredAt.push(elapsed);
        return 'Pass';
      },
    });
    const reached = moments.find(({ events }) => events.some(({ type }) => type === 'StageReached'));
    expect(measuredAt[0]).toBeGreaterThanOrEqual((reached?.at ?? Number.POSITIVE_INFINITY) + MINUTE);
  });

  test('stays where it is when going back would lose data', () => {
    const crash = (version: string, elapsed: number): boolean => version === 'v2' && elapsed > 3 * MINUTE;
    const timeline = simulate(canary({ reversibility: 'one-way' }), { crash });
    expect(last(timeline)).toMatchObject({ phase: 'Frozen', weights: { v1: 90, v2: 10 } });
  });

  test('waits for a person when nothing is measured, and freezes when nobody comes', () => {
    const metric = { name: 'errors', kind: 'metric', when: 'after', deadline: 10 * MINUTE } as const;
    const plan = canary({ stages: [weight(10, 0, metric), weight(100, 0)] });
    const timeline = simulate(plan, { measure: () => 'Inconclusive', untilMs: 100 * 60 * MINUTE });
    expect(story(timeline)).toContain('Paused v2');
    expect(last(timeline)).toMatchObject({ phase: 'Frozen', weights: { v2: 10 } });
  });

  test('is printed as text and as a picture', () => {
    const timeline = simulate(canary());
    expect(printTimeline(timeline)).toContain('0:00:20  Progressing  v1 90% v2 10%  WeightChanged');
    expect(drawTimeline(timeline)).toMatch(/^<svg .*<\/svg>\n$/s);
  });
});

describe('a first version', () => {
  test('has nothing to go back to: it is frozen, and goes on when it recovers', () => {
    const install = { ...weight(100, 0), kind: 'install' } as const;
    const plan = canary({ from: null, stages: [install], split: { baseline: {}, goal: { v2: 100 } } });
    expect(validatePlan(plan)).toEqual([]);
    const crash = (_version: string, elapsed: number): boolean => elapsed < 60 * MINUTE;
    const timeline = simulate(plan, { crash, untilMs: 30 * 60 * MINUTE });
    expect(story(timeline)).toContain('PlanFrozen v2');
    expect(last(timeline)).toMatchObject({ phase: 'Succeeded', attempt: 2, weights: { v2: 100 } });
  });
});

describe('a wave over clusters', () => {
  test('takes 1, 5 and 10 of 10, two at a time', () => {
    const timeline = simulate(wave(10));
    const done = timeline.moments
      .filter(({ events }) => events.some(({ type }) => type === 'StageReached'))
      .map(({ state }) => Object.values(state.members).filter(({ phase }) => phase === 'Done').length);
    expect(done).toEqual([1, 5, 10]);
    expect(last(timeline)?.phase).toBe('Succeeded');
  });

  test('goes back on all clusters of the plan when one more fails than is tolerated', () => {
    const timeline = simulate(wave(10, { maxFailures: 1 }), { failing: ['c0002', 'c0003'] });
    expect(last(timeline)).toMatchObject({ phase: 'RolledBack' });
    expect(Object.values(last(timeline)?.members ?? {}).filter(({ phase }) => phase === 'Done')).toEqual([]);
  });

  test('leaves an offline cluster for later and says so', () => {
    const timeline = simulate(wave(10), { offline: (id) => id === 'c0004' });
    expect(last(timeline)).toMatchObject({
      phase: 'Succeeded',
      reason: 'v2 is delivered; 1 offline: c0004',
      members: { c0004: { phase: 'Deferred' } },
    });
  });
});
