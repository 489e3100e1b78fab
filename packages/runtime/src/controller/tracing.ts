import { tracingChannel } from 'node:diagnostics_channel';
import type { Key } from '../queue/index.ts';

/** Payload of the tracing channel `slipway:reconcile`: one start, one asyncEnd per run. */
export interface ReconcileTrace {
  readonly controller: string;
  readonly key: Key;
  /** Set once the run has begun. */
  reconcileID: string | undefined;
  /** Set when the run has ended. */
  result: 'success' | 'error' | 'requeue' | 'requeue_after' | undefined;
  error: Error | undefined;
}

const channel = tracingChannel<unknown, ReconcileTrace>('slipway:reconcile');

/** Runs `work` as one trace. Without a subscriber this costs one check. */
export async function traceReconcile(
  controller: string,
  key: Key,
  work: (trace: ReconcileTrace) => Promise<void>,
): Promise<void> {
  const trace: ReconcileTrace = { controller, key, reconcileID: undefined, result: undefined, error: undefined };
  if (!channel.hasSubscribers) return work(trace);
  await channel.tracePromise(async () => {
    await work(trace);
    // Node puts what this returns into the payload, as `result`.
    return trace.result;
  }, trace);
}
