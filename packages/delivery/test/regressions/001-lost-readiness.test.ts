import { describe, expect, test } from 'vitest';
import type { Gate, Plan, Stage } from '../../src/model/index.ts';
import { canary, MINUTE, weight } from '../canary.ts';
import { Watched } from '../watched.ts';

const SECOND = 1_000;
const health: Gate = { name: 'health', kind: 'health', when: 'during', deadline: 10 * MINUTE };
/** As an operator writes it: health is asked to the end of each stage. */
function step(share: number, soakMinutes: number, ...more: Gate[]): Stage {
  const { gates, ...stage } = weight(share, soakMinutes);
  return { ...stage, gates: [health, ...gates.slice(1), ...more], progressDeadline: 10 * MINUTE };
}
const pause: Stage = { name: 'look', kind: 'pause', maxConcurrent: 1, gates: [], deadline: 10 * MINUTE };
const plan = (...stages: Stage[]): Plan => canary({ stages });

/** A rollout that has been at its first share for a moment. */
function begun(...stages: Stage[]): Watched {
  const shop = new Watched(plan(...stages));
  shop.seen['v2'] = { restarts: 0 };
  shop.pass(20 * SECOND);
  expect(shop.state).toMatchObject({ stage: 0, phase: 'Verifying', weights: { v2: 10 } });
  return shop;
}

describe('readiness that was there', () => {
  test.each([
    [10, 25],
    [95, 10],
  ])('G-82: and is lost, with nothing left that could answer, gives %i %% back within %i seconds', (share, seconds) => {
    const shop = new Watched(plan(step(share, 5), step(100, 0)));
    shop.pass(20 * SECOND);
    expect(shop.state).toMatchObject({ stage: 0, phase: 'Verifying', weights: { v2: share } });
    shop.seen['v2'] = { ready: 0 };
    shop.pass(seconds * SECOND);
    expect(shop.state).toMatchObject({ phase: 'RolledBack', weights: { v1: 100, v2: 0 } });
    expect(shop.state.reason).toMatch(/0 of [14]/);
  });

  test('G-82: and is lost in part gives it back within half a minute', () => {
    const shop = new Watched(plan(step(100, 5)));
    shop.pass(MINUTE);
    shop.seen['v2'] = { ready: 3 };
    shop.pass(15 * SECOND);
    expect(shop.state.phase).toBe('Verifying');
    shop.pass(15 * SECOND);
    expect(shop.state).toMatchObject({ phase: 'RolledBack', weights: { v1: 100, v2: 0 } });
  });

  test('G-82: is not lost by one bad look, nor by many in one second, nor by looks that good ones part', () => {
    const shop = begun(step(10, 5), step(100, 0));
    for (let round = 0; round < 10; round++) {
      shop.seen['v2'] = { ready: 0 };
      for (let look = 0; look < 10; look++, shop.now += 100) shop.look();
      delete shop.seen['v2'];
      shop.pass(SECOND);
    }
    expect(shop.state.phase).toBe('Verifying');
  });

  test('G-82: is counted where looks between them saw nothing', () => {
    const shop = begun(step(10, 5), step(100, 0));
    for (let look = 0; look < 3; look++) {
      shop.seen['v2'] = { ready: 0 };
      shop.look();
      shop.now += 5 * SECOND;
      shop.seen['v2'] = null;
      shop.look();
      shop.now += 5 * SECOND;
    }
    expect(shop.events).toContainEqual(expect.stringMatching(/^RollbackStarted/));
  });

  test('G-82: and is lost while a person is waited for gives the traffic back too', () => {
    const shop = begun(step(10, 0), pause, step(100, 0));
    expect(shop.state.phase).toBe('Verifying');
    shop.pass(MINUTE);
    expect(shop.state.phase).toBe('Paused');
    shop.seen['v2'] = { ready: 0 };
    shop.pass(25 * SECOND);
    expect(shop.state).toMatchObject({ phase: 'RolledBack', weights: { v1: 100, v2: 0 } });
  });

  test('G-86: and is lost freezes where that is asked for, with the weights as they are', () => {
    const shop = new Watched(canary({ stages: [step(10, 5), step(100, 0)], onFailure: 'freeze' }));
    shop.pass(MINUTE);
    shop.seen['v2'] = { ready: 0 };
    shop.pass(25 * SECOND);
    expect(shop.state).toMatchObject({ phase: 'Frozen', weights: { v1: 90, v2: 10 } });
  });

  test('G-82: is not lost where fewer are asked for, nor where more are and come slowly', () => {
    const shop = new Watched(plan(step(10, 1), step(100, 20)));
    shop.seen['v2'] = { ready: 1 };
    shop.pass(7 * MINUTE);
    expect(shop.state).toMatchObject({ stage: 1, phase: 'Progressing' });
    delete shop.seen['v2'];
    shop.pass(MINUTE);
    shop.seen['v2'] = { ready: 0, wanted: 0 };
    shop.pass(2 * MINUTE);
    expect(shop.state).toMatchObject({ stage: 1, phase: 'Verifying' });
  });

  test('G-84: is watched on for the rollback window after success', () => {
    const shop = new Watched(plan(step(100, 0)));
    shop.pass(2 * MINUTE);
    expect(shop.state.phase).toBe('Succeeded');
    shop.seen['v2'] = { ready: 0 };
    shop.pass(10 * SECOND);
    expect(shop.state.gates['100%/health']?.outcome).toBe('Fail');
  });
});

describe('restarts inside the watch', () => {
  test('G-82: fail a version that is ready again after each of them', () => {
    const shop = begun(step(10, 5), step(100, 0));
    for (let restarts = 1; restarts <= 3; restarts++) {
      shop.seen['v2'] = { restarts };
      shop.pass(MINUTE);
    }
    expect(shop.state.phase).toBe('RolledBack');
    expect(shop.state.reason).toContain('3 times');
  });

  test('G-82: one of them lets the pause of the step begin anew', () => {
    const shop = begun(step(10, 5), step(100, 0));
    shop.pass(4 * MINUTE);
    shop.seen['v2'] = { restarts: 1 };
    shop.pass(4 * MINUTE);
    expect(shop.state).toMatchObject({ stage: 0, phase: 'Verifying' });
    shop.pass(2 * MINUTE);
    expect(shop.state.stage).toBe(1);
  });

  test('G-82: do not count until it was ready once, and a pod that goes takes its count along', () => {
    const shop = new Watched(plan(step(100, 3)));
    shop.seen['v2'] = { ready: 0, restarts: 9 };
    shop.pass(MINUTE);
    shop.seen['v2'] = { restarts: 9 };
    shop.pass(MINUTE);
    shop.seen['v2'] = { restarts: 0 };
    shop.pass(MINUTE);
    shop.seen['v2'] = { restarts: 1 };
    shop.pass(10 * MINUTE);
    expect(shop.state.phase).toBe('Succeeded');
  });

  test('G-82: of many replicas it takes more than one each', () => {
    const shop = new Watched(plan(step(100, 3)));
    shop.seen['v2'] = { restarts: 0 };
    shop.pass(MINUTE);
    shop.seen['v2'] = { restarts: 4 };
    shop.pass(20 * SECOND);
    expect(shop.state.phase).toBe('Verifying');
    shop.seen['v2'] = { restarts: 5 };
    shop.pass(20 * SECOND);
    expect(shop.state.phase).toBe('RolledBack');
  });
});

describe('what a deadline promises', () => {
  const metric: Gate = { name: 'errors', kind: 'metric', when: 'during', deadline: 15 * MINUTE, spec: { count: 5 } };

  test('is what happens: bad health fails, anything else stops for a person', () => {
    const bad = begun(step(10, 5), step(100, 0));
    bad.seen['v2'] = { ready: 0 };
    bad.look();
    expect(bad.state.waits.find(({ kind }) => kind === 'progress')?.onDeadline).toBe('fail');
    const open = begun(step(10, 0, metric), step(100, 0));
    expect(open.state.waits.find(({ kind }) => kind === 'stage')?.onDeadline).toBe('inconclusive');
    open.pass(60 * MINUTE);
    expect(open.state).toMatchObject({ phase: 'Paused', weights: { v2: 10 } });
  });

  test('a pause names the gate that was left open, and what it measured last', () => {
    const shop = begun(step(10, 0, metric), step(100, 0));
    shop.gates = { '10%/errors': [{ at: shop.now, outcome: 'Error', message: 'the server is away' }] };
    shop.pass(60 * MINUTE);
    expect(shop.state.pausedFrom).toMatchObject({
      by: 'gate errors',
      reason: expect.stringContaining('the server is away'),
    });
    const open = begun(step(10, 0, metric), step(100, 0));
    open.gates = { '10%/errors': [{ at: open.now + MINUTE, outcome: 'Inconclusive', message: 'no data' }] };
    open.pass(10 * MINUTE);
    expect(open.state.pausedFrom).toMatchObject({ by: 'gate errors', reason: expect.stringContaining('no data') });
  });
});
