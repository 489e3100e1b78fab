import { expect, it } from 'vitest';
import { checkRealTime } from './real-time.ts';

const faults = (path: string, text: string) => checkRealTime([{ path, text }]);
// In pieces, so that this test does not look like one that sleeps.
const timeout = ['set', 'Timeout'].join('');
const promises = ['node:timers', 'promises'].join('/');

it('R-180: the platform’s time is read in one file only', () => {
  for (const text of ['Date.now()', 'performance.now()', `${timeout}(fn, 1)`, 'setInterval(fn, 1)', 'new Date()']) {
    expect(faults('packages/kube/src/watch/idle.ts', text)).toEqual([
      expect.stringContaining('packages/kube/src/watch/idle.ts:1: '),
    ]);
    expect(faults('packages/runtime/src/queue/queue.ts', text)).toHaveLength(1);
    expect(faults('packages/kube/src/clock/clock.ts', text)).toEqual([]);
  }
});

it('R-180: a test that sleeps is reported', () => {
  expect(faults('packages/kube/src/a.test.ts', `await new Promise((r) => ${timeout}(r, 100))`)).toHaveLength(1);
  expect(faults('packages/kube/test/faults/a.ts', `import { x } from '${promises}'`)).toHaveLength(1);
  expect(faults('packages/kube/src/a.test.ts', 'await clock.advance(100)')).toEqual([]);
  expect(faults('packages/kube/test/slow-clock.ts', 'sleep = (ms) => realClock.sleep(2 * ms)')).toEqual([]);
});

it('prose may speak of time', () => {
  expect(faults('packages/kube/src/a.ts', `/**\n * Never ${timeout}.\n */\n// Date.now is not used\n`)).toEqual([]);
});
