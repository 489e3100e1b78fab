import { type Attributes, type Context, context, type Span, type Tracer, trace } from '@opentelemetry/api';

/** Prints spans as they end. It stands for the tracer of an SDK, which would send them to a collector. */
export class ConsoleTracer implements Tracer {
  readonly #names = new Map<string, string>();
  readonly #isShown: (name: string, parent: string | undefined) => boolean;

  constructor(isShown: (name: string, parent: string | undefined) => boolean) {
    this.#isShown = isShown;
  }

  startSpan(
    name: string,
    options: { readonly attributes?: Attributes } = {},
    within: Context = context.active(),
  ): Span {
    const id = (this.#names.size + 1).toString(16).padStart(16, '0');
    this.#names.set(id, name);
    const attributes: Attributes = { ...options.attributes };
    const parent = this.#names.get(trace.getSpanContext(within)?.spanId ?? '');
    const span: Partial<Span> = {
      spanContext: () => ({ traceId: id.repeat(2), spanId: id, traceFlags: 1 }),
      setAttributes: (more) => Object.assign(attributes, more) && (span as Span),
      recordException: () => {},
      setStatus: () => span as Span,
      end: () => {
        if (!this.#isShown(name, parent)) return;
        const {
          'url.path': path = '',
          'http.response.status_code': status = '',
          'slipway.result': result = '',
        } = attributes;
        const words = [name, path, status, result, parent ? `(in ${parent})` : ''];
        console.log(words.filter((word) => word !== '').join(' '));
      },
    };
    return span as Span;
  }

  startActiveSpan(): never {
    throw new Error('Slipway starts its spans with startSpan.');
  }
}
