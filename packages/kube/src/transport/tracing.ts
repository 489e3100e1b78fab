import { tracingChannel } from 'node:diagnostics_channel';
import type { Lane } from './transport.ts';

/**
 * The payload of the tracing channel `slipway:request`: one object per call, the same in
 * `start`, `end`, `asyncStart`, `asyncEnd` and `error`. It holds neither bodies nor headers. A
 * watch's call ends when its headers are there.
 */
export interface RequestTrace {
  /** Base address of the API server. */
  readonly server: string;
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly lane: Lane;
  readonly controller: string | undefined;
  /** Sends so far, the first included. */
  tries: number;
  /** Status of the last answer; undefined where none came. */
  status: number | undefined;
  /** Set by Node before `error`. */
  error?: unknown;
}

const channel = tracingChannel<unknown, RequestTrace>('slipway:request');

/** Runs `call` and tells the channel about it; without a subscriber that costs one check. */
export async function traced<T>(trace: RequestTrace, call: () => Promise<T>): Promise<T> {
  if (!channel.hasSubscribers) return call();
  let result!: T;
  // What the traced function returns goes into the payload, and this may be a Secret: it returns nothing.
  await channel.tracePromise(async () => {
    result = await call();
  }, trace);
  return result;
}
