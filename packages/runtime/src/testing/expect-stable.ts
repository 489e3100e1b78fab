import { type Clock, realClock } from '@slipway/kube';
import type { FaultProxy } from '@slipway/kube/testing';
import { passingTime } from './passing-time.ts';
import { type QuietOptions, quietFrom } from './quiet.ts';

export interface ExpectStableOptions extends Omit<QuietOptions, 'proxy'> {
  /** What the operator's requests pass through. Without it only their effects are seen. */
  readonly proxy?: Pick<FaultProxy, 'log' | 'isSettled'>;
  /** The desired state is there: it returns, and neither throws nor returns false. @default any state is */
  readonly desired?: () => boolean | void | Promise<boolean | void>;
  /** How long the state may take to match, in milliseconds. @default 15_000 */
  readonly withinMs?: number;
  /** How long nothing may happen then, in milliseconds. @default twice `withinMs` */
  readonly quietMs?: number;
  /** A `FakeClock` is moved, for any other one waits. @default the real clock */
  readonly clock?: Clock;
}

/**
 * Expects eventually stable reconciliation (O-2).
 *
 * **Expected flow.** Declare something, then call this; it rejects with the first thing that is wrong.
 *
 * **Guarantees.** The desired state is reached within the time. From then on no changing request comes
 * from the operator, no object of the kinds changes, and the state still matches at the end. That finds
 * apply loops and a status that flaps, which a look at the state alone does not.
 *
 * **Caveats.** Without `proxy`, writes that change nothing are not seen. Leases and Events do not count.
 */
export async function expectStable(options: ExpectStableOptions): Promise<void> {
  const { desired = () => true, withinMs = 15_000, quietMs = 2 * withinMs, clock = realClock, proxy } = options;
  const time = passingTime(clock, () => proxy?.isSettled ?? true);
  let mismatch: unknown;
  const matches = async (): Promise<boolean> => {
    try {
      mismatch = undefined;
      return (await desired()) !== false;
    } catch (error) {
      mismatch = error;
      return false;
    }
  };
  if (!(await time.until(matches, withinMs))) {
    throw new Error(`The desired state was not reached within ${withinMs} ms${described(mismatch)}`, {
      cause: mismatch,
    });
  }
  const unrest = await quietFrom(options);
  await time.pass(quietMs);
  const sign = await unrest();
  if (sign !== undefined) throw new Error(`The state did not stay as desired for ${quietMs} ms: ${sign}`);
  if (await matches()) return;
  throw new Error(`The desired state was reached and left again${described(mismatch)}`, { cause: mismatch });
}

function described(error: unknown): string {
  return error instanceof Error ? `: ${error.message}` : '';
}
