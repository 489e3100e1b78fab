import { readBody } from '../body/index.ts';
import { KubeError } from '../errors.ts';
import type { Logger } from '../log/index.ts';
import { errorFromAnswer } from './answer-error.ts';
import { Call, type CallSurroundings } from './call.ts';
import { CallLimit } from './call-limit.ts';
import type { Answer } from './exchange.ts';
import { isSecretPath } from './secrecy.ts';
import { StatsRecorder, type TransportStats } from './stats.ts';
import { type RequestTrace, traced } from './tracing.ts';
import type { KubeRequest, StreamAnswer, Transport } from './transport.ts';
import { userAgent } from './user-agent.ts';
import { Warnings } from './warnings.ts';

export interface HttpTransportOptions extends Omit<CallSurroundings, 'stats' | 'warnings'> {
  readonly url: string;
  /** Sent with every request; name and value alternate. */
  readonly headers: readonly string[];
  readonly operator: { readonly name: string; readonly version: string } | undefined;
  readonly deadlineMs: number;
  readonly maxAnswerBytes: number;
  readonly logger: Logger;
}

/** The transport over undici. What one call goes through is in `Call`. */
export class HttpTransport implements Transport {
  readonly url: string;
  readonly #options: HttpTransportOptions;
  readonly #around: CallSurroundings;
  readonly #stats = new StatsRecorder();
  readonly #open = new Set<CallLimit>();
  #isClosed = false;

  constructor(options: HttpTransportOptions) {
    this.url = options.url;
    this.#options = options;
    this.#around = { ...options, stats: this.#stats, warnings: new Warnings(options.logger) };
  }

  async json<T>(request: KubeRequest): Promise<T> {
    return this.#whole(request, true, (text, status) => {
      try {
        return JSON.parse(text) as T;
      } catch {
        // The parser's own message quotes the text, which may be a Secret.
        throw badBody(request, status, text);
      }
    });
  }

  text(request: KubeRequest): Promise<string> {
    return this.#whole(request, false, (text) => text);
  }

  async stream(request: KubeRequest): Promise<StreamAnswer> {
    const limit = this.#limit(request);
    try {
      return await this.#call(request, true, limit, async ({ status, headers, body }, explain) => {
        body.explainErrors(explain);
        body.onEnd(limit.dispose);
        return { status, headers, body };
      });
    } catch (error) {
      limit.dispose();
      throw error;
    }
  }

  stats(): TransportStats {
    return this.#stats.read(this.#options.connections.sockets());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const limit of this.#open) limit.end(this.#closedError());
    await this.#options.connections.close();
  }

  async #whole<T>(request: KubeRequest, expectsJson: boolean, read: (text: string, status: number) => T): Promise<T> {
    const limit = this.#limit(request);
    try {
      const { method, path, maxBytes = this.#options.maxAnswerBytes } = request;
      const what = `The answer to ${method} ${path}`;
      return await this.#call(request, expectsJson, limit, async ({ body, status }) =>
        read((await readBody(body, { maxBytes, what })).toString(), status),
      );
    } finally {
      limit.dispose();
    }
  }

  #call<T>(
    request: KubeRequest,
    expectsJson: boolean,
    limit: CallLimit,
    accept: (answer: Answer, explain: (error: unknown) => unknown) => Promise<T>,
  ): Promise<T> {
    const { method, path, lane = 'request', controller } = request;
    const trace: RequestTrace = { server: this.url, method, path, lane, controller, tries: 1, status: undefined };
    const call = new Call(this.#around, {
      request,
      expectsJson,
      accept,
      limit,
      trace,
      headers: this.#headers(request),
    });
    return traced(trace, () => call.run());
  }

  #limit({ lane, signal, deadlineMs = this.#options.deadlineMs }: KubeRequest): CallLimit {
    if (this.#isClosed) throw this.#closedError();
    const limit = new CallLimit({
      clock: this.#options.clock,
      outer: signal,
      deadlineMs: lane === 'watch' ? Number.POSITIVE_INFINITY : deadlineMs,
      onDispose: () => this.#open.delete(limit),
    });
    this.#open.add(limit);
    return limit;
  }

  #headers({
    accept = 'application/json',
    body,
    contentType = 'application/json',
    controller,
    lane = 'request',
  }: KubeRequest): readonly string[] {
    return [
      'accept',
      accept,
      'user-agent',
      userAgent(this.#options.operator, controller, lane),
      ...(body === undefined ? [] : ['content-type', contentType]),
      ...this.#options.headers,
    ];
  }

  #closedError(): KubeError {
    return new KubeError('KUBE_UNREACHABLE', `The connection to ${this.url} was closed by its owner.`);
  }
}

function badBody({ method, path, body }: KubeRequest, status: number, text: string): KubeError {
  return errorFromAnswer({
    asked: `${method} ${path}`,
    status,
    contentType: undefined,
    text,
    isSecret: isSecretPath(path),
    sent: body,
    retryAfterMs: undefined,
    expectsJson: true,
  });
}
