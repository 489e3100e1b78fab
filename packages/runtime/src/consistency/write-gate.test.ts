import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, it } from 'vitest';
import { type Progress, WriteGate } from './index.ts';

/** A cache that has seen up to a version, moved by hand. */
function fakeCache(comparable = true) {
  let seen = 0;
  const listeners = new Set<() => void>();
  const cache: Progress = {
    seenAtLeast: (version) => (comparable ? seen >= Number(version) : undefined),
    onProgress: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const move = (to: number): void => {
    seen = to;
    for (const listener of listeners) listener();
  };
  return { cache, move, listeners };
}

function gated() {
  const clock = new FakeClock();
  const counts = { skips: 0, failOpen: 0 };
  const gate = new WriteGate({ clock, onSkip: () => counts.skips++, onFailOpen: () => counts.failOpen++ });
  return { clock, counts, gate };
}
const write = (cache: Progress, resourceVersion: string) => ({
  cache,
  resource: 'configmaps',
  namespace: 'a',
  resourceVersion,
});
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the write gate', () => {
  it('R-86 R-87: a key waits, without polling, until the cache has seen its last write; others do not', async () => {
    const { gate, counts } = gated();
    const { cache, move, listeners } = fakeCache();
    gate.record('a', write(cache, '5'));
    gate.record('a', write(cache, '7'));
    expect(gate.check('other')).toBeUndefined();
    const obstacle = gate.check('a');
    expect(obstacle?.blocker).toContain('configmaps');
    let isOver = false;
    void obstacle?.over.then(() => {
      isOver = true;
    });
    move(6);
    await settle();
    expect(isOver).toBe(false);
    move(7);
    await settle();
    expect(isOver).toBe(true);
    expect(gate.check('a')).toBeUndefined();
    expect([counts.skips, counts.failOpen, listeners.size]).toEqual([1, 0, 0]);
  });

  it('R-87: of many writes of one run the latest is asked for, in whatever order they were answered', async () => {
    const { gate } = gated();
    const { cache, move } = fakeCache();
    let questions = 0;
    const counted: Progress = {
      ...cache,
      seenAtLeast(version) {
        questions += 1;
        return cache.seenAtLeast(version);
      },
    };
    for (let version = 1; version <= 1000; version++) gate.record('a', write(counted, String(version ^ 1)));
    const obstacle = gate.check('a');
    questions = 0;
    for (let version = 1; version <= 1000; version++) move(version);
    expect(questions).toBeLessThanOrEqual(1001);
    expect(gate.check('a')?.blocker).toBe(obstacle?.blocker);
    move(1001);
    await obstacle?.over;
    expect(gate.check('a')).toBeUndefined();
  });

  it('R-88: after thirty seconds the gate opens, the record is dropped and counted', async () => {
    const { clock, gate, counts } = gated();
    const { cache, listeners } = fakeCache();
    gate.record('a', write(cache, '5'));
    const obstacle = gate.check('a');
    await clock.advance(29_999);
    expect(counts.failOpen).toBe(0);
    await clock.advance(1);
    await obstacle?.over;
    expect(gate.check('a')).toBeUndefined();
    expect([counts.failOpen, listeners.size]).toEqual([1, 0]);
  });

  it('R-88: versions that cannot be compared hold nothing up', () => {
    const { gate } = gated();
    gate.record('a', write(fakeCache(false).cache, 'abc'));
    expect(gate.check('a')).toBeUndefined();
  });

  it('R-168: closing lets every key go and leaves no timer or listener', async () => {
    const { gate } = gated();
    const { cache, listeners } = fakeCache();
    gate.record('a', write(cache, '5'));
    const obstacle = gate.check('a');
    gate.close();
    await obstacle?.over;
    expect(listeners.size).toBe(0);
  });
});
