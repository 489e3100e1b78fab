import { tracingChannel } from 'node:diagnostics_channel';
import type { Key } from './key.ts';

/**
 * Payload of the tracing channel `slipway:queue`: `start` when a key enters a queue, `end` when
 * it is handed out. The two are different values: a key waits, and no call is in progress meanwhile.
 */
export interface QueueTrace {
  readonly controller: string;
  readonly key: Key;
  readonly priority: number;
  /** How long it waited for a worker, in milliseconds; undefined while it waits. */
  readonly waitedMs: number | undefined;
}

const { start, end } = tracingChannel<unknown, QueueTrace>('slipway:queue');

export function traceEntry(controller: string, key: Key, priority: number): void {
  if (start.hasSubscribers) start.publish({ controller, key, priority, waitedMs: undefined });
}

export function traceHandOut(controller: string, key: Key, priority: number, waitedMs: number): void {
  if (end.hasSubscribers) end.publish({ controller, key, priority, waitedMs });
}
