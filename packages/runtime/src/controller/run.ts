import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Clock } from '@slipway/kube';
import { RuntimeError } from '../errors.ts';
import type { Key } from '../queue/index.ts';
import type { Ending } from './outcome.ts';

/** What everything that happens within a run can know of it. */
export interface RunScope {
  readonly reconcileID: string;
  readonly controller: string;
  readonly key: Key;
}

const scope = new AsyncLocalStorage<RunScope>();

/** The run that the calling code is part of, wherever it was awaited from. */
export function currentRun(): RunScope | undefined {
  return scope.getStore();
}

export interface RunOptions {
  readonly controller: string;
  readonly key: Key;
  readonly clock: Clock;
  /** Time after which the run's signal fires, in milliseconds. */
  readonly timeoutMs: number;
  /** Time after that in which it must have ended, in milliseconds; then it is reported. */
  readonly graceMs: number;
  /** Fires when the manager wants the work to end. */
  readonly stop: AbortSignal;
  /** Called once when the run ignores its signal past the grace. */
  readonly onStuck: (run: RunScope) => void;
}

export interface Run {
  readonly reconcileID: string;
  readonly signal: AbortSignal;
  /** The work has failed at this moment; what it still does is tell of that. Its back-off counts from here. */
  readonly failed: () => void;
}

/**
 * One reconcile from start to end. The promise settles when the work has really ended, not when its
 * time is up: a key whose work goes on must not be handed out again.
 */
export async function run(options: RunOptions, work: (run: Run) => unknown): Promise<Ending> {
  const { clock, controller, key, timeoutMs, graceMs, stop } = options;
  const own: RunScope = { reconcileID: randomUUID(), controller, key };
  const abort = new AbortController();
  // Each request of the run listens; a run of many requests is no leak.
  setMaxListeners(0, abort.signal);
  let timedOut: RuntimeError | undefined;
  let failedAt: number | undefined;
  const failed = (): void => {
    failedAt = clock.now();
  };

  let timer = clock.timer(timeoutMs, () => {
    timedOut = new RuntimeError(
      'RECONCILE_TIMEOUT',
      `The reconcile did not end within ${timeoutMs} ms. Its signal has fired and its requests are aborted; pass the ` +
        'signal to whatever it waits for.',
    );
    abort.abort(timedOut);
    timer = clock.timer(graceMs, () => options.onStuck(own));
  });
  const onStop = (): void => abort.abort(stop.reason);
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop, { once: true });

  let ending: Ending;
  try {
    // `await` inside: a synchronous throw and a rejection are one thing.
    const value = await scope.run(own, async () =>
      work({ reconcileID: own.reconcileID, signal: abort.signal, failed }),
    );
    ending = { how: 'returned', value };
  } catch (error) {
    ending = { how: 'threw', value: error, ...(failedAt !== undefined && { failedAt }) };
  } finally {
    timer.cancel();
    stop.removeEventListener('abort', onStop);
  }
  return timedOut ? { how: 'timedOut', error: timedOut } : ending;
}
