import { describe, expect, test } from 'vitest';
import type { Gate, Plan } from '../../src/model/index.ts';
import { canary, MINUTE, weight } from '../canary.ts';
import { Watched } from '../watched.ts';

const SECOND = 1_000;
const health: Gate = { name: 'health', kind: 'health', when: 'during', deadline: MINUTE };
const install: Plan = canary({
  from: null,
  to: 'v1',
  split: { baseline: {}, goal: { v1: 100 } },
  stages: [
    {
      name: 'install',
      kind: 'install',
      maxConcurrent: 1,
      gates: [health],
      deadline: MINUTE,
      progressDeadline: MINUTE,
    },
  ],
});

describe('an operator that was away', () => {
  test.each([10, 35])(
    'G-89 G-154: for longer than a first release may take, from second %i on, finds it healthy and goes on',
    (seconds) => {
      const shop = new Watched(install);
      shop.seen['v1'] = { ready: 0, wanted: 4 };
      shop.pass(seconds * SECOND);
      delete shop.seen['v1'];
      shop.seen['v1'] = { ready: 4, wanted: 4 };
      shop.away(2 * MINUTE);
      shop.pass(3 * MINUTE);
      expect(shop.state).toMatchObject({ phase: 'Succeeded', weights: { v1: 100 } });
    },
  );

  test('G-89 G-154: while the release was watched, and again, and again, does not stop it for a person', () => {
    const shop = new Watched(install);
    shop.seen['v1'] = { ready: 4, wanted: 4 };
    shop.pass(10 * SECOND);
    expect(shop.state.phase).toBe('Verifying');
    for (let times = 0; times < 3; times++) {
      shop.away(2 * MINUTE);
      shop.pass(10 * SECOND);
    }
    expect(shop.state.phase).toBe('Verifying');
    shop.pass(3 * MINUTE);
    expect(shop.state).toMatchObject({ phase: 'Succeeded', weights: { v1: 100 } });
  });

  test('G-154: without a word of since when it looks, looks once more before it says that the time is over', () => {
    const shop = new Watched(canary({ stages: [{ ...weight(100, 0), progressDeadline: MINUTE }] }));
    shop.seen['v2'] = { ready: 0, wanted: 4 };
    shop.pass(10 * SECOND);
    shop.now += 5 * MINUTE;
    delete shop.seen['v2'];
    shop.pass(3 * MINUTE);
    expect(shop.state.phase).toBe('Succeeded');
  });

  test('I3: for more than an hour in all does not keep a plan from its end', () => {
    const shop = new Watched(install);
    shop.seen['v1'] = { ready: 0, wanted: 4 };
    for (let times = 0; times < 30; times++) {
      shop.pass(10 * SECOND);
      shop.away(5 * MINUTE);
    }
    shop.pass(2 * MINUTE);
    expect(shop.state.phase).toBe('Frozen');
  });

  test('G-89 I3: for one second gets no second deadline for it', () => {
    const plan = canary({ stages: [{ ...weight(100, 0), progressDeadline: 10 * MINUTE }] });
    const shop = new Watched(plan);
    shop.seen['v2'] = { ready: 0, wanted: 4 };
    shop.pass(9 * MINUTE);
    shop.away(SECOND);
    shop.pass(2 * MINUTE);
    expect(shop.state.phase).toBe('RolledBack');
  });
});
