import { expect, it } from 'vitest';
import { checkRealTime } from './real-time.ts';

const faults = (path: string, text: string) => checkRealTime([{ path, text }]);

it('R-180: the platform’s time is read in one file only', () => {
  for (const text of ['Date.now()', 'performance.now()', 'setTimeout(fn, 1)', 'setInterval(fn, 1)', 'new Date()']) {
    expect(faults('packages/kube/src/watch/idle.ts', text)).toEqual([
      expect.stringContaining('packages/kube/src/watch/idle.ts:1: '),
    ]);
    expect(faults('packages/runtime/src/queue/queue.ts', text)).toHaveLength(1);
    expect(faults('packages/apimachinery/src/clock/clock.ts', text)).toEqual([]);
  }
});

it('R-180: a test that sleeps is reported', () => {
  expect(faults('packages/kube/src/a.test.ts', '\nawait new Promise((r) => setTimeout(r, 100))')).toEqual([
    expect.stringContaining('packages/kube/src/a.test.ts:2: setTimeout'),
  ]);
  expect(faults('packages/kube/test/faults/a.ts', "import { x } from 'node:timers/promises';")).toHaveLength(1);
  expect(faults('packages/kube/src/a.test.ts', 'await realClock.sleep(100)')).toHaveLength(1);
  expect(faults('packages/kube/src/a.test.ts', 'await clock.advance(100)')).toEqual([]);
  expect(faults('packages/kube/test/slow-clock.ts', 'sleep = (ms) => realClock.sleep(2 * ms)')).toEqual([]);
});

it('prose, and programs for other processes, may speak of time', () => {
  expect(faults('packages/kube/src/a.ts', '/**\n * Never setTimeout.\n */\n// Date.now is not used\n')).toEqual([]);
  expect(faults('packages/kube/src/a.test.ts', "run(`node -e 'setTimeout(() => {}, 5000)'`);")).toEqual([]);
});
