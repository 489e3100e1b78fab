import {
  type Context,
  context,
  type Span,
  type SpanContext,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export interface RecordedSpan {
  readonly name: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly attributes: Record<string, unknown>;
  exceptions: unknown[];
  isError: boolean;
  isEnded: boolean;
}

/** A tracer that keeps what it gets. */
export class RecordingTracer implements Tracer {
  readonly spans: RecordedSpan[] = [];

  startSpan(name: string, options: Parameters<Tracer['startSpan']>[1] = {}, parent: Context = context.active()): Span {
    const recorded: RecordedSpan = {
      name,
      id: `span-${this.spans.length + 1}`,
      parent: trace.getSpanContext(parent)?.spanId,
      attributes: { ...options.attributes },
      exceptions: [],
      isError: false,
      isEnded: false,
    };
    this.spans.push(recorded);
    const spanContext: SpanContext = { traceId: 'trace', spanId: recorded.id, traceFlags: 1 };
    const span: Partial<Span> = {
      spanContext: () => spanContext,
      setAttributes: (attributes) => {
        Object.assign(recorded.attributes, attributes);
        return span as Span;
      },
      recordException: (exception) => void recorded.exceptions.push(exception),
      setStatus: ({ code }) => {
        recorded.isError = code === SpanStatusCode.ERROR;
        return span as Span;
      },
      end: () => {
        recorded.isEnded = true;
      },
    };
    return span as Span;
  }

  startActiveSpan(): never {
    throw new Error('It makes spans active itself.');
  }
}
