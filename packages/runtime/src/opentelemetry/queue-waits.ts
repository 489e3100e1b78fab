import { tracingChannel } from 'node:diagnostics_channel';
import { type Context, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import { realClock } from '@slipway/kube';
import { keyId, type QueueTrace } from '../queue/index.ts';

/**
 * Spans of keys that wait in a queue. A reconcile belongs to the wait that it ended, so that one trace
 * leads from the change that was seen to the last write that follows from it.
 */
export class QueueWaits {
  readonly #tracer: Tracer;
  /** Of keys that were handed out and are not worked on yet: as many as there are workers, or a few more. */
  readonly #ended = new Map<string, Context>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** `outer` is where the span belongs, `attempt` keeps a failing tracer from the queue. */
  subscribe(outer: () => Context, attempt: (action: () => void) => void): () => void {
    // The wait is reported when it is over: the key that enters may be merged into one that waits already.
    const { end } = tracingChannel<unknown, QueueTrace>('slipway:queue');
    const onHandOut = (payload: unknown): void => attempt(() => this.#handedOut(payload as QueueTrace, outer()));
    end.subscribe(onHandOut);
    return () => {
      end.unsubscribe(onHandOut);
    };
  }

  /** The wait that a reconcile of this key has ended. */
  take(controller: string, key: QueueTrace['key']): Context | undefined {
    const id = `${controller} ${keyId(key)}`;
    const wait = this.#ended.get(id);
    this.#ended.delete(id);
    return wait;
  }

  #handedOut({ controller, key, priority, waitedMs = 0 }: QueueTrace, outer: Context): void {
    const now = realClock.wall();
    const span = this.#tracer.startSpan(
      `wait ${controller}`,
      {
        kind: SpanKind.PRODUCER,
        startTime: now - waitedMs,
        attributes: {
          'slipway.controller': controller,
          'slipway.key': JSON.stringify(key),
          'slipway.priority': priority,
        },
      },
      outer,
    );
    this.#ended.set(`${controller} ${keyId(key)}`, trace.setSpan(outer, span));
    span.end(now);
  }
}
