import { tracingChannel } from 'node:diagnostics_channel';

/**
 * The payload of the tracing channel `slipway:election`: one object per act, the same in
 * `start`, `end`, `asyncStart`, `asyncEnd` and `error`. Looks of a candidate at a lease that is held
 * are not traced. `lost` has no duration: `start` and `end` alone.
 */
export interface ElectionTrace {
  /** Namespace and name of the Lease. */
  readonly lease: string;
  readonly identity: string;
  readonly act: 'acquire' | 'renew' | 'release' | 'lost';
  /** Set for `renew`: the first update failed, so the Lease was read again. */
  slowPath?: boolean;
  /** Set for `lost`. */
  readonly reason?: string;
  /** Set by Node before `error`. */
  error?: unknown;
}

const channel = tracingChannel<unknown, ElectionTrace>('slipway:election');

/** Runs `act` and tells the channel; without a subscriber that costs one check. */
export function traceAct(trace: ElectionTrace, act: () => Promise<void>): Promise<void> {
  return channel.hasSubscribers ? channel.tracePromise(act, trace) : act();
}

export function traceLoss(trace: ElectionTrace): void {
  if (channel.hasSubscribers) channel.traceSync(() => {}, trace);
}
