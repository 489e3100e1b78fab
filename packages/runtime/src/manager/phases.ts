import type { Clock, Logger } from '@slipway/kube';
import { RuntimeError } from '../errors.ts';

/** One step of a start, and how to undo it. */
export interface Phase {
  readonly name: string;
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
}

/** Starts the phases in order. When one fails, those before it are stopped in reverse, and the failure is thrown. */
export async function startInOrder(phases: readonly Phase[], logger: Logger): Promise<void> {
  for (const [index, phase] of phases.entries()) {
    try {
      await phase.start();
    } catch (error) {
      for (const started of phases.slice(0, index + 1).toReversed()) {
        try {
          await started.stop();
        } catch (failure) {
          logger.warn({ phase: started.name, error: failure }, 'A part could not be stopped after a failed start.');
        }
      }
      throw error;
    }
  }
}

/** Stops one part. Its failure is logged and keeps no other part from being stopped. */
export async function stopPart(part: string, stop: () => unknown, logger: Logger): Promise<void> {
  try {
    await stop();
  } catch (error) {
    logger.warn({ part, error }, 'A part of the manager could not be stopped.');
  }
}

/** Waits for work, but no longer than this. True when the work ended in time; rejects as the work does. */
export async function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const abort = new AbortController();
  const ended = work.then(() => true);
  const late = clock.sleep(ms, abort.signal).then(
    () => false,
    () => true,
  );
  try {
    return await Promise.race([ended, late]);
  } finally {
    abort.abort();
  }
}

export function shutdownTimeout(what: string, budgetMs: number): RuntimeError {
  return new RuntimeError(
    'SHUTDOWN_TIMEOUT',
    `${what} did not end within the ${budgetMs} ms that a shutdown has. The process ends without it; the lease, if ` +
      'held, expires by itself.',
  );
}
