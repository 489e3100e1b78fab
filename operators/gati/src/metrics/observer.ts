import type { ReadHandler } from '../cluster/index.ts';
import type { GatiEvent } from '../handlers/index.ts';

export type ControllerName = 'handler' | 'module' | 'version';

/** Observes what the operator does. Calls are synchronous and must not throw. */
export interface OperatorObserver {
  reconciled(controller: ControllerName, result: 'success' | 'error', tookMs: number): void;
  /** Something happened to a handler or to one of its versions. */
  reported(handler: ReadHandler, event: GatiEvent, now: number): void;
  sampled(source: string, isKnown: boolean): void;
  /** An object was given to the target, or taken from it. */
  operated(target: string, verb: string, result: string): void;
}

export const silentObserver: OperatorObserver = {
  reconciled: () => undefined,
  reported: () => undefined,
  sampled: () => undefined,
  operated: () => undefined,
};

/** The work, with its length and its end reported. */
export function observed<Context extends { readonly clock: { now(): number } }, Result>(
  observer: OperatorObserver,
  controller: ControllerName,
  work: (context: Context) => Promise<Result>,
): (context: Context) => Promise<Result> {
  return async (context) => {
    const from = context.clock.now();
    let result: 'success' | 'error' = 'error';
    try {
      const value = await work(context);
      result = 'success';
      return value;
    } finally {
      observer.reconciled(controller, result, context.clock.now() - from);
    }
  };
}
