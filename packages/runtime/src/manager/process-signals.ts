import type { Logger } from '@slipway/kube';
import { currentRun } from '../controller/index.ts';

export interface ProcessSignals {
  /** Resolves when the process is first asked to end. */
  readonly asked: Promise<void>;
  /** Stops listening. */
  release(): void;
}

/**
 * Listens to SIGTERM and SIGINT: the first asks for a stop, a second ends the process at once.
 * A rejected promise that nobody awaited ends it too, since what it was to do is unknown.
 */
export function listenToProcess(logger: Logger, exit: (code: number) => void, signal?: AbortSignal): ProcessSignals {
  let ask: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  let wasAsked = false;
  const onSignal = (): void => {
    if (wasAsked) exit(1);
    wasAsked = true;
    ask();
  };
  const onRejection = (reason: unknown): void => {
    const { reconcileID, controller, key } = currentRun() ?? {};
    const fields = { error: reason, reconcileID, controller, key };
    logger.error(fields, 'A promise that nobody awaited was rejected; the process ends.');
    exit(1);
  };
  if (signal?.aborted) ask();
  signal?.addEventListener('abort', ask, { once: true });
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('unhandledRejection', onRejection);
  return {
    asked,
    release() {
      signal?.removeEventListener('abort', ask);
      process.off('SIGTERM', onSignal).off('SIGINT', onSignal).off('unhandledRejection', onRejection);
    },
  };
}
