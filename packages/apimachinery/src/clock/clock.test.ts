import { describe, expect, it } from 'vitest';
import { realClock, sleepWith } from './index.ts';

describe('the real clock', () => {
  it('an aborted sleep ends with the reason of its signal and leaves no timer', async () => {
    const controller = new AbortController();
    let cancelled = 0;
    const sleep = sleepWith(() => ({ cancel: () => void (cancelled += 1) }));
    const sleeping = sleep(1000, controller.signal);
    controller.abort(new Error('stop'));
    await expect(sleeping).rejects.toThrow('stop');
    await expect(sleep(1000, controller.signal)).rejects.toThrow('stop');
    expect(cancelled).toBe(1);
  });

  it('calls back once, and not after it was cancelled', async () => {
    let called = 0;
    const forgotten = realClock.timer(0, () => void (called += 1));
    forgotten.cancel();
    forgotten.cancel();
    await new Promise<void>((resolve) => realClock.timer(0, resolve));
    expect(called).toBe(0);
    // Longer than setTimeout can wait: it would fire at once.
    const far = realClock.timer(2 ** 40, () => void (called += 1));
    await new Promise<void>((resolve) => realClock.timer(1, resolve));
    far.cancel();
    expect(called).toBe(0);
  });
});
