import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RUNS } from '../../test/runs.ts';
import type { Seen } from '../cluster/index.ts';
import { CRASH_WINDOW_MS, crashLoopOf, troubleOf } from './pods.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const at = (instant: number): string => new Date(instant).toISOString();

function podOf(status: object, metadata: object = {}): Seen {
  return { kind: 'Pod', metadata: { namespace: 'shop', name: 'db-1', ...metadata }, spec: {}, status };
}

/** A container that ended `agoMs` ago after it had run for `ranMs`. */
function restarted(restartCount: number, agoMs: number, ranMs = 1_000, metadata: object = {}): Seen {
  const finished = NOW - agoMs;
  const terminated = { exitCode: 1, reason: 'Error', startedAt: at(finished - ranMs), finishedAt: at(finished) };
  return podOf({ containerStatuses: [{ name: 'module', restartCount, lastState: { terminated } }] }, metadata);
}

describe('crash loops', () => {
  test('G-124: as many restarts as the threshold, the last within ten minutes', () => {
    expect(crashLoopOf([restarted(4, 1_000)], 5, NOW)).toBeUndefined();
    expect(crashLoopOf([restarted(5, 1_000)], 5, NOW)).toEqual({
      message: 'Container module of pod db-1 restarted 5 times; last it ended with code 1 (Error).',
      until: NOW - 1_000 + CRASH_WINDOW_MS,
    });
    expect(crashLoopOf([restarted(2, 1_000)], 2, NOW)).toBeDefined();
  });

  test('G-124: ten minutes without a restart end it', () => {
    expect(crashLoopOf([restarted(9, CRASH_WINDOW_MS - 1)], 5, NOW)).toBeDefined();
    expect(crashLoopOf([restarted(9, CRASH_WINDOW_MS)], 5, NOW)).toBeUndefined();
  });

  test('G-124: restarts of years are no loop', () => {
    expect(crashLoopOf([restarted(9, 1_000, 86_400_000)], 5, NOW)).toBeUndefined();
  });

  test('G-124: a pod that is leaving does not count, nor one that is gone', () => {
    expect(crashLoopOf([restarted(9, 1_000, 1_000, { deletionTimestamp: at(NOW) })], 5, NOW)).toBeUndefined();
    expect(crashLoopOf([], 5, NOW)).toBeUndefined();
  });

  test('G-124: where no time is given, waiting for the next start is the sign', () => {
    const container = { name: 'module', restartCount: 7, lastState: { terminated: { exitCode: 1 } } };
    const waiting = { ...container, state: { waiting: { reason: 'CrashLoopBackOff' } } };
    expect(crashLoopOf([podOf({ containerStatuses: [container] })], 5, NOW)).toBeUndefined();
    expect(crashLoopOf([podOf({ containerStatuses: [waiting] })], 5, NOW)?.until).toBe(NOW + CRASH_WINDOW_MS);
  });

  test('G-124: it ends by itself at the time it names, and not before', () => {
    const pod = fc
      .tuple(fc.nat(20), fc.nat(2 * CRASH_WINDOW_MS), fc.nat(2 * CRASH_WINDOW_MS))
      .map(([count, agoMs, ranMs]) => restarted(count, agoMs, ranMs));
    fc.assert(
      fc.property(fc.array(pod, { maxLength: 4 }), fc.integer({ min: 1, max: 9 }), (pods, threshold) => {
        const loop = crashLoopOf(pods, threshold, NOW);
        if (!loop) return;
        expect(loop.until).toBeGreaterThan(NOW);
        expect(crashLoopOf(pods, threshold, loop.until - 1)).toBeDefined();
        expect(crashLoopOf(pods, threshold, loop.until)).toBeUndefined();
      }),
      RUNS,
    );
  });
});

describe('what keeps a pod from being ready', () => {
  test.each([
    [
      { waiting: { reason: 'ImagePullBackOff', message: 'no such image' } },
      'container module of pod db-1: ImagePullBackOff, no such image',
    ],
    [{ waiting: { reason: 'ContainerCreating' } }, undefined],
    [{ running: {} }, undefined],
  ])('G-128: %o is reported as %s', (state, reported) => {
    expect(troubleOf([podOf({ containerStatuses: [{ name: 'module', state }] })])).toBe(reported);
  });

  test('G-128: a crash is reported with its end, a pod without a node with what nodes lack', () => {
    const crashing = {
      name: 'module',
      state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 10s' } },
      lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
    };
    expect(troubleOf([podOf({ containerStatuses: [crashing] })])).toContain('with code 137 (OOMKilled)');
    const conditions = [{ type: 'PodScheduled', status: 'False', message: '0/3 nodes are available' }];
    expect(troubleOf([podOf({ conditions })])).toBe('pod db-1 has no node: 0/3 nodes are available');
  });
});
