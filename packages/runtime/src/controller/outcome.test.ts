import { AssertionError } from 'node:assert';
import { KubeError } from '@slipway/kube';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RuntimeError, TerminalError } from '../errors.ts';
import { outcomeOf } from './outcome.ts';

const returned = (value: unknown) => outcomeOf({ how: 'returned', value });
const threw = (value: unknown) => outcomeOf({ how: 'threw', value });

describe('the outcome of a run', () => {
  it('R-71: nothing is success; a delay is a requeue without backoff; a priority goes with it', () => {
    expect(returned(undefined)).toMatchObject({ result: 'success', requeue: undefined });
    expect(returned({})).toMatchObject({ result: 'success', requeue: undefined });
    expect(returned({ requeueAfterMs: 0 })).toMatchObject({
      result: 'requeue',
      requeue: { afterMs: 0, rateLimited: false },
    });
    expect(returned({ requeueAfterMs: 5, priority: 3 })).toMatchObject({
      result: 'requeue_after',
      requeue: { afterMs: 5, rateLimited: false, priority: 3 },
    });
  });

  it('R-71: a delay that is negative, NaN or infinite, and any other nonsense, is an error', () => {
    const nonsense = [{ requeueAfterMs: -1 }, { requeueAfterMs: Number.NaN }, { requeueAfterMs: Infinity }];
    for (const value of [...nonsense, { requeueAfterMs: '5' }, { requeueAfterMs: 1, priority: Number.NaN }, 7, 'x']) {
      const outcome = returned(value);
      expect(outcome).toMatchObject({ result: 'error', requeue: { rateLimited: true }, isTerminal: false });
      expect(outcome.error).toMatchObject({ code: 'RECONCILE_RESULT' });
    }
  });

  it('R-72: a rejection backs off, a terminal one does not come back, retryAfterMs is the least delay', () => {
    expect(threw(new Error('x'))).toMatchObject({ result: 'error', requeue: { afterMs: 0, rateLimited: true } });
    expect(threw(new TerminalError('x'))).toMatchObject({ result: 'error', requeue: undefined, isTerminal: true });
    expect(threw(new KubeError('KUBE_THROTTLED', 'x', { retryAfterMs: 700 }))).toMatchObject({
      requeue: { afterMs: 700, rateLimited: true },
    });
  });

  it('R-72: a conflict comes back with backoff and is no error; a name that is taken is one', () => {
    const lost = { result: 'requeue', requeue: { afterMs: 0, rateLimited: true }, isConflict: true };
    expect(threw(new KubeError('KUBE_CONFLICT', 'x', { status: 409, body: { reason: 'Conflict' } }))).toMatchObject(
      lost,
    );
    expect(threw(new KubeError('KUBE_CONFLICT', 'a test failed', { status: 422 }))).toMatchObject(lost);
    const taken = new KubeError('KUBE_CONFLICT', 'x', { status: 409, body: { reason: 'AlreadyExists' } });
    expect(threw(taken)).toMatchObject({ result: 'error', isConflict: false, requeue: { rateLimited: true } });
  });

  it('R-75: a run that ends after its time limit is an error and a timeout', () => {
    const error = new RuntimeError('RECONCILE_TIMEOUT', 'x');
    expect(outcomeOf({ how: 'timedOut', error })).toMatchObject({ result: 'error', isTimeout: true, error });
  });

  it('R-77: errors of the program and thrown non-errors are panics; the original value is kept', () => {
    for (const value of [new TypeError('x'), new ReferenceError('x'), new RangeError('x'), new AssertionError({})]) {
      expect(threw(value)).toMatchObject({ isPanic: true, error: value });
    }
    const frozen = Object.freeze({ secret: 'hunter2' });
    for (const value of [undefined, 'text', frozen, 0]) {
      expect(threw(value)).toMatchObject({ isPanic: true, requeue: { rateLimited: true } });
      expect(threw(value).error?.cause).toBe(value);
      expect(threw(value).error?.message).not.toContain('hunter2');
    }
    const fetchFailed = new TypeError('fetch failed', { cause: new Error('refused') });
    expect(threw(fetchFailed).isPanic).toBe(false);
    expect(threw(new Error('x')).isPanic).toBe(false);
  });

  it('R-72 R-77: whatever is returned or thrown, the key is done or comes back, with a delay that can be waited', () => {
    fc.assert(
      fc.property(fc.constantFrom('returned', 'threw'), fc.anything(), (how, value) => {
        const { requeue, result } = outcomeOf({ how, value });
        if (requeue) expect(requeue.afterMs).toBeGreaterThanOrEqual(0);
        if (result === 'error') expect(requeue?.rateLimited ?? true).toBe(true);
      }),
    );
  });
});
