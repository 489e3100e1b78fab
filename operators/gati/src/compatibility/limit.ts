import type { Duration, IBreakingChangeDetector, ITransformerCoordinator } from '@gati-framework/contracts/deployment';
import type { Clock } from '@slipway/kube';

/** How long a detector or coordinator may take. @default 5000 */
export const LIMIT_MS: Duration = 5_000;

/** A detector that always answers in time: one that throws, or takes longer, knows nothing (G-56). */
export function withLimit(
  detector: IBreakingChangeDetector,
  limitMs: Duration,
  clock: Pick<Clock, 'timer'>,
): IBreakingChangeDetector {
  return {
    detect: async (from, to) => {
      try {
        return await inTime(detector.detect(from, to), limitMs, clock);
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        return { breaking: { unknown: `the breaking-change detector failed: ${cause}` }, changes: [] };
      }
    },
  };
}

/** A coordinator that is notified in time or fails. */
export function timelyCoordinator(
  coordinator: ITransformerCoordinator,
  clock: Pick<Clock, 'timer'>,
): Pick<ITransformerCoordinator, 'announce' | 'withdraw'> {
  return {
    announce: (version) => inTime(coordinator.announce(version), LIMIT_MS, clock),
    withdraw: (version) => inTime(coordinator.withdraw(version), LIMIT_MS, clock),
  };
}

/** The result of `work`, or a rejection when it takes longer; what it does later harms nobody. */
export async function inTime<T>(work: Promise<T>, limitMs: Duration, clock: Pick<Clock, 'timer'>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = clock.timer(limitMs, () => reject(new Error(`no answer within ${limitMs} ms`)));
    work.then(resolve, reject).finally(() => timer.cancel());
  });
}
