import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { type Context, context, diag, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { ReconcileTrace } from '../controller/index.ts';
import { QueueWaits } from './queue-waits.ts';
import { type SpanForm, spanForms } from './spans.ts';

export interface InstrumentOptions {
  /** @default the global provider's tracer of the name `@slipway/runtime` */
  readonly tracer?: Tracer;
}

/** The span that surrounds the code that runs, in each chain of promises. */
const surrounding = new AsyncLocalStorage<Context>();

/**
 * Where spans of one's own belong: `tracer.startSpan('charge', {}, activeContext())` inside a reconcile
 * is a child of its span. Outside of Slipway's spans it is OpenTelemetry's active context.
 */
export function activeContext(): Context {
  return surrounding.getStore() ?? context.active();
}

/**
 * Makes spans of what every manager and every cluster of this process does. Returns how to end that.
 *
 * **Expected flow.** Set up the SDK of your choice, then `instrument()`, before managers start.
 *
 * **Guarantees.** A request sent by a reconcile is a child of the reconcile's span, and that one of the time
 * that its key waited in the queue. A tracer that throws
 * costs its spans and nothing else: the first failure of each is reported to OpenTelemetry's `diag`.
 *
 * **Caveats.** Spans begin at the process that reconciles: an event of the API server has no parent.
 */
export function instrument({ tracer = trace.getTracer('@slipway/runtime') }: InstrumentOptions = {}): () => void {
  const attempt = guard();
  const waits = new QueueWaits(tracer);
  const wasWaitedFor = (payload: object): Context | undefined => {
    const { controller, key } = payload as ReconcileTrace;
    return waits.take(controller, key);
  };
  const ends = Object.entries(spanForms).map(([name, form]) => {
    const parentOf = name === 'slipway:reconcile' ? wasWaitedFor : () => undefined;
    return instrumentChannel(name, form as SpanForm<object>, { tracer, attempt, parentOf });
  });
  ends.push(waits.subscribe(activeContext, attempt));
  return () => ends.forEach((end) => end());
}

type Attempt = <T>(action: () => T) => T | undefined;

/** Node ends the process when a subscriber throws, so nothing here does. */
function guard(): Attempt {
  let hasFailed = false;
  return (action) => {
    try {
      return action();
    } catch (error) {
      if (!hasFailed) {
        hasFailed = true;
        tellOf(error);
      }
      return undefined;
    }
  };
}

function tellOf(error: unknown): void {
  try {
    diag.error('A span of Slipway could not be made; further failures are not reported.', error);
  } catch {
    // A diagnostic logger that fails has nobody to tell.
    return;
  }
}

interface ChannelOptions {
  readonly tracer: Tracer;
  readonly attempt: Attempt;
  /** Where a span belongs, if not to what surrounds it. */
  readonly parentOf: (payload: object) => Context | undefined;
}

function instrumentChannel(
  name: string,
  form: SpanForm<object>,
  { tracer, attempt, parentOf }: ChannelOptions,
): () => void {
  const channel = tracingChannel<unknown, object>(name);
  const spans = new WeakMap<object, Span>();

  const begin = (payload: object): Span | undefined => {
    const existing = spans.get(payload);
    if (existing) return existing;
    const options = { kind: form.kind, attributes: form.begins(payload) };
    const span = tracer.startSpan(form.name(payload), options, parentOf(payload) ?? activeContext());
    spans.set(payload, span);
    return span;
  };
  const finish = (payload: object): void => {
    const span = spans.get(payload);
    spans.delete(payload);
    const { error } = payload as { readonly error?: unknown };
    // In this order, each alone: a span is ended even if an attribute cannot be set.
    attempt(() => span?.setAttributes(form.ends(payload)));
    if (error !== undefined) attempt(() => span && fail(span, error));
    attempt(() => span?.end());
  };

  const subscribers = {
    start: (payload: object) => void attempt(() => begin(payload)),
    end: (payload: object) => void (form.isInstant?.(payload) && finish(payload)),
    asyncStart: () => {},
    asyncEnd: finish,
    // The payload has the error when the trace ends.
    error: () => {},
  };
  channel.subscribe(subscribers);
  // What runs inside the trace sees its span: this is asked for before `start` is published.
  channel.start.bindStore(surrounding, (payload) => {
    const outer = activeContext();
    const span = attempt(() => begin(payload));
    return attempt(() => (span ? trace.setSpan(outer, span) : outer)) ?? outer;
  });
  return () => {
    channel.start.unbindStore(surrounding);
    channel.unsubscribe(subscribers);
  };
}

function fail(span: Span, error: unknown): void {
  const exception = error instanceof Error ? error : String(error);
  span.recordException(exception);
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
}
