import { tracingChannel } from 'node:diagnostics_channel';

/** Payload of the tracing channel `slipway:watch`: one trace from the request of a watch to its end. */
export interface WatchTrace {
  readonly cluster: string;
  /** `deployments.apps` */
  readonly resource: string;
  readonly namespace: string | undefined;
  /** Where the watch starts; empty when it sends all objects first. */
  readonly resourceVersion: string;
  /** Events and bookmarks taken in; final at the end. */
  events: number;
  /** Set at the end: the `cause` of R-27's table, or `stopped`. */
  endedBy?: string;
}

/** Payload of the tracing channel `slipway:sync`: one trace from the first request of a sync to the swap or its failure. */
export interface SyncTrace {
  readonly cluster: string;
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly method: 'watch-list' | 'list';
  /** The resource version asked for; empty for a consistent read. */
  readonly resourceVersion: string;
  /** Objects received; final at the end. */
  objects: number;
  /** Set at the end: `synced`, the `cause` of the failure, or `stopped`. */
  endedBy?: string;
}

/** A trace under way: `start` has been published, the first call of `end` publishes the rest. */
export interface Trace<Payload extends object> {
  readonly payload: Payload;
  end(by: string): void;
}

function tracer<Payload extends { endedBy?: string }>(name: string): (payload: Payload) => Trace<Payload> {
  const channel = tracingChannel<unknown, Payload>(name);
  return (payload) => {
    // The one check that an unused channel costs.
    if (!channel.hasSubscribers) return { payload, end: () => {} };
    channel.start.publish(payload);
    channel.end.publish(payload);
    return {
      payload,
      end: (by) => {
        if (payload.endedBy !== undefined) return;
        payload.endedBy = by;
        channel.asyncStart.publish(payload);
        channel.asyncEnd.publish(payload);
      },
    };
  };
}

/** Node publishes these as `tracing:slipway:watch:start`, `:end`, `:asyncStart` and `:asyncEnd`. */
export const traceWatch = tracer<WatchTrace>('slipway:watch');
export const traceSync = tracer<SyncTrace>('slipway:sync');
