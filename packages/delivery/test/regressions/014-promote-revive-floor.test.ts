import { describe, expect, test } from 'vitest';
import type { Gate, Plan, Stage } from '../../src/model/index.ts';
import { canary, MINUTE, weight } from '../canary.ts';
import { Watched } from '../watched.ts';

const SECOND = 1_000;
const health: Gate = { name: 'health', kind: 'health', when: 'during', deadline: MINUTE };
const watched = (share: number): Stage => ({ ...weight(share, 0), gates: [health], progressDeadline: 10 * MINUTE });
const pause: Stage = { name: 'after 50%', kind: 'pause', maxConcurrent: 1, gates: [], deadline: 10 * MINUTE };

describe('promote', () => {
  test('given in the watch before a pause for a person ends that pause too, and never the watch', () => {
    const shop = new Watched(canary({ stages: [watched(50), pause, watched(100)] }));
    shop.pass(10 * SECOND);
    expect(shop.state).toMatchObject({ stage: 0, phase: 'Verifying' });
    shop.look({ type: 'promote' });
    shop.pass(10 * SECOND);
    expect(shop.state).toMatchObject({ stage: 0, phase: 'Verifying' });
    shop.pass(2 * MINUTE);
    expect(shop.state.phase).toBe('Succeeded');
    expect(shop.events.filter((event) => event.startsWith('Paused'))).toEqual([]);
  });

  test('ends one pause, not the next', () => {
    const again = { ...pause, name: 'after 70%' };
    const shop = new Watched(canary({ stages: [watched(50), pause, watched(70), again, watched(100)] }));
    shop.pass(10 * SECOND);
    shop.look({ type: 'promote' });
    shop.pass(5 * MINUTE);
    expect(shop.state).toMatchObject({ stage: 3, phase: 'Paused' });
  });

  test('does not outlive its attempt', () => {
    const shop = new Watched(canary({ stages: [watched(50), pause, watched(100)] }));
    shop.pass(10 * SECOND);
    shop.look({ type: 'promote' });
    shop.look({ type: 'abort' });
    shop.pass(MINUTE);
    shop.look({ type: 'retry' });
    shop.pass(5 * MINUTE);
    expect(shop.state).toMatchObject({ stage: 1, phase: 'Paused' });
  });

  test('is refused where nothing is left that it could end', () => {
    const shop = new Watched(canary({ stages: [watched(100)] }));
    shop.pass(10 * SECOND);
    shop.look({ type: 'promote' });
    expect(shop.events.at(-1)).toMatch(/^CommandRefused: .*health/);
  });
});

describe('a first release without an accepted route', () => {
  const install: Plan = canary({
    from: null,
    to: 'v1',
    split: { baseline: {}, goal: { v1: 100 } },
    stages: [{ ...watched(100), name: 'install', kind: 'install' }],
  });

  test('G-30: stops at its deadline and stays so; it goes on when the route is taken', () => {
    const shop = new Watched(install);
    shop.seen['v1'] = { ready: 4, wanted: 4, weight: 0 };
    shop.pass(60 * MINUTE);
    expect(shop.state).toMatchObject({ phase: 'Frozen', attempt: 1 });
    expect(shop.state.reason).toContain('route');
    shop.seen['v1'] = { ready: 4, wanted: 4 };
    shop.pass(2 * MINUTE);
    expect(shop.state).toMatchObject({ phase: 'Succeeded', weights: { v1: 100 } });
  });
});

describe('going back', () => {
  test.each(['rollback', 'abort', 'replace'] as const)(
    'G-84: by %s keeps the replicas of the version that takes the traffic, for the rollback window',
    (type) => {
      const shop = new Watched(canary({ stages: [weight(50, 20), weight(100, 0)] }));
      shop.pass(MINUTE);
      shop.look({ type });
      shop.pass(4 * MINUTE);
      expect(shop.state.weights['v1']).toBe(100);
      expect(shop.last?.desired.scale['v1']).toEqual({ min: 4, share: 1 });
      shop.pass(2 * MINUTE);
      expect(shop.last?.desired.scale['v1']).toEqual({ share: 1 });
    },
  );

  test('G-84: after success keeps them from then on', () => {
    const shop = new Watched(canary({ stages: [weight(100, 0)], rollback: { window: 5 * MINUTE } }));
    shop.pass(5 * MINUTE);
    shop.look({ type: 'rollback' });
    shop.pass(3 * MINUTE);
    expect(shop.last?.desired.scale['v1']).toEqual({ min: 4, share: 1 });
  });
});
