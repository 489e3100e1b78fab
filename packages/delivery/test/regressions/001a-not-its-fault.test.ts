import { describe, expect, test } from 'vitest';
import type { Gate, Plan, Stage } from '../../src/model/index.ts';
import { canary, MINUTE, weight } from '../canary.ts';
import { Watched } from '../watched.ts';

const SECOND = 1_000;
const health: Gate = { name: 'health', kind: 'health', when: 'during', deadline: 10 * MINUTE };
function step(share: number, soakMinutes: number): Stage {
  const { gates, ...stage } = weight(share, soakMinutes);
  return { ...stage, gates: [health, ...gates.slice(1)], progressDeadline: 10 * MINUTE };
}
const plan = (...stages: Stage[]): Plan => canary({ stages });

/** A rollout that has been at its first share for a moment. */
function begun(...stages: Stage[]): Watched {
  const shop = new Watched(plan(...stages));
  shop.seen['v2'] = { restarts: 0 };
  shop.pass(20 * SECOND);
  expect(shop.state).toMatchObject({ stage: 0, phase: 'Verifying' });
  return shop;
}

/** Looks every second, as an operator does that is woken by changes. */
function watch(shop: Watched, ms: number): void {
  for (const end = shop.now + ms; shop.now < end; ) shop.pass(Math.min(SECOND, end - shop.now));
}

describe('an outage that all versions share', () => {
  test.each([0.5, 11])('G-82: of %d minutes is not held against the new one', (minutes) => {
    const shop = begun(step(10, 5), step(100, 0));
    shop.seen['v2'] = { ready: 0 };
    watch(shop, 2 * SECOND);
    shop.seen['v1'] = { ready: 0 };
    watch(shop, minutes * MINUTE);
    delete shop.seen['v1'];
    watch(shop, 5 * SECOND);
    delete shop.seen['v2'];
    watch(shop, MINUTE);
    expect(shop.state).toMatchObject({ stage: 0, phase: 'Verifying', weights: { v2: 10 } });
    shop.pass(5 * MINUTE);
    expect(shop.state.stage).toBe(1);
  });

  test('G-82: lets the pause of the step begin anew when it is over, and costs few changes of the state', () => {
    const shop = begun(step(10, 5), step(100, 0));
    shop.seen['v1'] = shop.seen['v2'] = { ready: 0 };
    const { seq } = shop.state;
    watch(shop, 8 * MINUTE);
    expect(shop.state.seq).toBeLessThan(seq + 5);
    delete shop.seen['v1'];
    delete shop.seen['v2'];
    shop.pass(4 * MINUTE);
    expect(shop.state.stage).toBe(0);
    shop.pass(2 * MINUTE);
    expect(shop.state.stage).toBe(1);
  });

  test('G-82: that does not end stops for a person at the deadline of the stage, and rolls nobody back', () => {
    const shop = begun(step(10, 5), step(100, 0));
    shop.seen['v1'] = shop.seen['v2'] = { ready: 0 };
    watch(shop, 40 * MINUTE);
    expect(shop.state).toMatchObject({ phase: 'Paused', weights: { v1: 90, v2: 10 } });
    expect(shop.events.join()).not.toContain('RollbackStarted');
  });

  test('G-82: is one too while nothing is known of who would take the traffic', () => {
    const shop = begun(step(10, 5), step(100, 0));
    shop.seen['v2'] = { ready: 0 };
    shop.seen['v1'] = null;
    watch(shop, MINUTE);
    expect(shop.state.phase).toBe('Verifying');
    delete shop.seen['v1'];
    watch(shop, 30 * SECOND);
    expect(shop.state.phase).toBe('RolledBack');
  });

  test('G-84: nor is it in the pause for a person, or in the rollback window', () => {
    const shop = new Watched(plan(step(100, 0)));
    shop.pass(2 * MINUTE);
    expect(shop.state.phase).toBe('Succeeded');
    shop.seen['v1'] = shop.seen['v2'] = { ready: 0 };
    watch(shop, MINUTE);
    expect(shop.state.gates['100%/health']?.outcome).not.toBe('Fail');
    const paused = begun(step(10, 5), step(100, 0));
    paused.look({ type: 'pause' });
    paused.seen['v1'] = paused.seen['v2'] = { ready: 0 };
    watch(paused, MINUTE);
    expect(paused.state.phase).toBe('Paused');
  });
});

describe('a small share', () => {
  test('G-82: whose only replica is gone for a moment does not go back within seconds', () => {
    const shop = begun(step(10, 5), step(100, 0));
    shop.seen['v2'] = { ready: 0 };
    watch(shop, 15 * SECOND);
    delete shop.seen['v2'];
    watch(shop, MINUTE);
    expect(shop.state.phase).toBe('Verifying');
  });

  test('G-82: whose only replica is replaced on purpose keeps it, unless its successor does not come', () => {
    const shop = begun(step(10, 5), step(100, 0));
    shop.seen['v2'] = { ready: 0, replacing: 1 };
    watch(shop, MINUTE);
    expect(shop.state).toMatchObject({ phase: 'Verifying', weights: { v2: 10 } });
    shop.seen['v2'] = { ready: 0 };
    watch(shop, 30 * SECOND);
    expect(shop.state.phase).toBe('RolledBack');
  });

  test('G-82: of which more is lost than is replaced goes back', () => {
    const shop = begun(step(100, 5));
    shop.seen['v2'] = { ready: 2, replacing: 1 };
    watch(shop, 30 * SECOND);
    expect(shop.state.phase).toBe('RolledBack');
  });
});

describe('restarts', () => {
  test('G-82: long after each other are accidents, each of its own', () => {
    const shop = begun({ ...step(10, 60), deadline: 120 * MINUTE }, step(100, 0));
    for (let restarts = 1; restarts <= 4; restarts++) {
      shop.seen['v2'] = { restarts };
      shop.pass(11 * MINUTE);
    }
    expect(shop.state.phase).toBe('Verifying');
  });

  test('G-82: that one look shows at once count one for each replica', () => {
    const shop = begun(step(10, 5), step(100, 0));
    shop.seen['v2'] = { restarts: 9, wanted: 1 };
    shop.pass(20 * SECOND);
    expect(shop.state.phase).toBe('Verifying');
  });

  test('G-82: a replica that was started again and is ready is not lost, and takes no more until it has settled', () => {
    const shop = begun(step(10, 1), step(100, 0));
    shop.seen['v2'] = { unsettled: 1 };
    shop.pass(2 * MINUTE);
    expect(shop.state).toMatchObject({ stage: 0, phase: 'Verifying', weights: { v2: 10 } });
    delete shop.seen['v2'];
    shop.pass(3 * MINUTE);
    expect(shop.state.weights['v2']).toBe(100);
  });
});

test('G-82: a version that was scaled to none on purpose has lost nothing when it comes back', () => {
  const shop = begun(step(50, 5), step(100, 0));
  shop.seen['v2'] = { ready: 0, wanted: 0 };
  watch(shop, 10 * SECOND);
  shop.seen['v2'] = { ready: 0, wanted: 2 };
  watch(shop, MINUTE);
  expect(shop.state.phase).toBe('Verifying');
});

describe('three looks in a row', () => {
  test('G-82: are not those between which nobody looked', () => {
    const shop = begun(step(10, 5), step(100, 0));
    for (let look = 0; look < 3; look++) {
      shop.seen['v2'] = { ready: 0 };
      shop.look();
      shop.now += 90 * SECOND;
    }
    expect(shop.state.phase).toBe('Verifying');
  });

  test('G-89: do not go on where an operator begins', () => {
    const shop = begun(step(10, 5), step(100, 0));
    shop.seen['v2'] = { ready: 0 };
    watch(shop, 12 * SECOND);
    shop.away(10 * SECOND);
    watch(shop, 5 * SECOND);
    expect(shop.state.phase).toBe('Verifying');
    watch(shop, 20 * SECOND);
    expect(shop.state.phase).toBe('RolledBack');
  });

  test('G-82: that are bad now and then do not move the deadline of the stage', () => {
    const shop = begun(step(10, 5), step(100, 0));
    const deadline = () => shop.state.waits.find(({ kind }) => kind === 'stage')?.deadline;
    const before = deadline();
    shop.seen['v2'] = { ready: 0 };
    shop.look();
    delete shop.seen['v2'];
    shop.pass(SECOND);
    expect(before).toBeDefined();
    expect(deadline()).toBe(before);
  });
});
