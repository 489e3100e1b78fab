import type { Clock } from '@slipway/apimachinery/clock';
import { readBeginning } from '../body/index.ts';
import { isKubeError, KubeError } from '../errors.ts';
import type { RetryNotice } from '../options.ts';
import { hiderOf } from '../secrecy/index.ts';
import { errorFromAnswer, isJson } from './answer-error.ts';
import { type CallLimit, DEADLINE } from './call-limit.ts';
import type { Connection, Connections } from './connections.ts';
import { type Answer, exchange, LostConnection } from './exchange.ts';
import { type Fetch, fetchExchange } from './fetch.ts';
import { type Fault, longestWait, nextTry, type RetryLimits } from './retry.ts';
import { retryAfterMs } from './retry-after.ts';
import { isSecretPath, withoutToken } from './secrecy.ts';
import type { StatsRecorder } from './stats.ts';
import type { TokenBucket } from './token-bucket.ts';
import type { RequestTrace } from './tracing.ts';
import type { KubeRequest } from './transport.ts';
import type { Warnings } from './warnings.ts';

/** What all calls of a transport have in common. */
export interface CallSurroundings {
  readonly origin: string;
  /** Path of the server's address, before every request's own. */
  readonly basePath: string;
  readonly connections: Connections;
  /** Takes the requests in place of sockets. */
  readonly fetch: Fetch | undefined;
  readonly retry: RetryLimits;
  readonly onRetry: ((notice: RetryNotice) => void) | undefined;
  readonly bucket: TokenBucket | undefined;
  readonly stats: StatsRecorder;
  readonly warnings: Warnings;
  readonly clock: Clock;
  readonly random: () => number;
}

export interface CallOptions<T> {
  readonly request: KubeRequest;
  /** Name and value alternate. */
  readonly headers: readonly string[];
  readonly expectsJson: boolean;
  readonly limit: CallLimit;
  readonly trace: RequestTrace;
  /** Makes the result of an answer that was accepted. A failure in it is a failure of the send. */
  readonly accept: (answer: Answer, explain: (error: unknown) => unknown) => Promise<T>;
}

// Of an answer that is refused: enough for any Status, and no more of an endless page.
const REFUSED_BODY_BYTES = 64 * 1024;

/** One call: a request, its sends and repeats, and what became of them. */
export class Call<T> {
  readonly #around: CallSurroundings;
  readonly #options: CallOptions<T>;
  #connection: Connection | undefined;
  #wasSent = false;
  #hasRefreshed = false;
  #hasReloaded = false;
  #sentAt = 0;

  constructor(around: CallSurroundings, options: CallOptions<T>) {
    this.#around = around;
    this.#options = options;
  }

  async run(): Promise<T> {
    try {
      return await this.#sendUntilSettled();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  async #sendUntilSettled(): Promise<T> {
    const { limit, request, trace } = this.#options;
    for (let tries = 1; ; trace.tries += 1) {
      try {
        return await this.#send();
      } catch (error) {
        limit.throwIfEnded();
        const fault = faultOf(error);
        if (!fault) throw error;
        // A renewed credential does not count as a try: what failed was not the request.
        if (!(await this.#renew(fault, error))) {
          await this.#waitForNextTry(fault, error, tries);
          tries += 1;
        }
        this.#around.stats.retried(request.method, codeOf(fault));
      }
    }
  }

  async #send(): Promise<T> {
    const { limit, request, trace, expectsJson, accept } = this.#options;
    const { bucket, clock, connections, stats, warnings } = this.#around;
    if (request.lane !== 'election') await bucket?.take(limit);
    this.#connection = await limit.race(connections.current());
    const start = clock.now();
    this.#sentAt = start;
    trace.status = undefined;
    try {
      const answer = await this.#exchange(this.#connection);
      trace.status = answer.status;
      if (answer.warnings.length > 0) warnings.note(answer.warnings.map(hiderOf(request.body)), this.#asked);
      if (answer.status >= 200 && answer.status < 300 && (!expectsJson || isJson(answer.headers['content-type']))) {
        if (request.lane === 'watch') connections.holdWatch(answer.body);
        return await accept(answer, this.#explain);
      }
      throw await this.#refusal(answer);
    } finally {
      stats.sent(
        request.method,
        trace.status === undefined ? '<error>' : String(trace.status),
        (clock.now() - start) / 1000,
      );
    }
  }

  #exchange({ lanes, auth }: Connection): Promise<Answer> {
    const { request, limit, headers } = this.#options;
    const { origin, basePath, fetch } = this.#around;
    const { method, body, lane = 'request' } = request;
    const sent = {
      method,
      path: basePath + request.path + queryString(request.query),
      headers: [...headers, ...(auth.token === undefined ? [] : ['authorization', `Bearer ${auth.token}`])],
    };
    const onSend = (): void => {
      request.guard?.();
      this.#wasSent = true;
    };
    if (fetch) return fetchExchange({ fetch, request: { ...sent, body }, limit, onSend });
    const dispatcher = lanes.pool(lane);
    return exchange({ dispatcher, request: { ...sent, origin, body: body ?? null }, limit, onSend });
  }

  async #refusal(answer: Answer): Promise<KubeError> {
    const { request, expectsJson } = this.#options;
    const text = (await readBeginning(answer.body, REFUSED_BODY_BYTES)).toString();
    return errorFromAnswer({
      asked: this.#asked,
      status: answer.status,
      contentType: answer.headers['content-type'],
      text: withoutToken(text, this.#connection?.auth.token),
      isSecret: isSecretPath(request.path),
      sent: request.body,
      retryAfterMs: retryAfterMs(answer.headers['retry-after'], this.#around.clock.wall()),
      expectsJson,
    });
  }

  /**
   * Once per call: a refused credential is asked for anew, certificates that a connection
   * failed over are read anew. True if the request is to be sent again at once.
   */
  async #renew(fault: Fault, error: unknown): Promise<boolean> {
    const { limit } = this.#options;
    const { connections } = this.#around;
    if (!this.#connection) return false;
    if (fault.kind === 'answer' && fault.status === 401 && !this.#hasRefreshed) {
      this.#hasRefreshed = true;
      await limit.race(connections.refresh(this.#connection));
      return true;
    }
    if (error instanceof LostConnection && error.isTls && !this.#hasReloaded) {
      this.#hasReloaded = true;
      return limit.race(connections.reload(this.#connection));
    }
    return false;
  }

  async #waitForNextTry(fault: Fault, error: unknown, tries: number): Promise<void> {
    const { limit, request, trace } = this.#options;
    const { clock, random, retry, onRetry } = this.#around;
    const input = { fault, request, tries, leftMs: limit.leftMs(), limits: retry, random };
    const decision = nextTry(input);
    if (decision.action === 'fail') {
      throw decision.retryAfterMs === undefined ? error : throttled(error, decision.retryAfterMs);
    }
    if (onRetry) {
      const leftMs = longestWait(input, decision.ms, clock.now() - this.#sentAt);
      onRetry({ server: trace.server, reason: reasonOf(fault, error), tries, leftMs });
    }
    await clock.sleep(decision.ms, limit.signal);
  }

  /** What went wrong below, as an error for the caller. */
  readonly #explain = (error: unknown): unknown => {
    const { limit, trace } = this.#options;
    const neverSent = !this.#wasSent;
    if (error === DEADLINE) {
      const message = `${this.#asked} was not answered by ${trace.server} within ${limit.deadlineMs} ms (sends: ${trace.tries}).`;
      return new KubeError('KUBE_TIMEOUT', message, { neverSent });
    }
    if (!(error instanceof LostConnection)) return error;
    const message = `${this.#asked} got no whole answer from ${trace.server}: ${error.message}. ${error.advice}`;
    return new KubeError('KUBE_UNREACHABLE', message, { neverSent, cause: error });
  };

  get #asked(): string {
    const { method, path } = this.#options.request;
    return `${method} ${path}`;
  }
}

function faultOf(error: unknown): Fault | undefined {
  if (error instanceof LostConnection) return { kind: 'lost', sent: error.sent };
  // Content that is refused is refused again, also where the status is 500.
  if (!isKubeError(error) || error.status === undefined || error.code === 'KUBE_INVALID') return undefined;
  return { kind: 'answer', status: error.status, retryAfterMs: error.retryAfterMs };
}

/** The server named a time past the deadline: whatever the status, the advice is to come back then. */
function throttled(error: unknown, retryAfterMs: number): KubeError {
  const { message, status, body } = error as KubeError;
  return new KubeError('KUBE_THROTTLED', message, {
    retryAfterMs,
    ...(status !== undefined && { status }),
    ...(body && { body }),
  });
}

function codeOf(fault: Fault): string {
  return fault.kind === 'answer' ? String(fault.status) : '<error>';
}

function reasonOf(fault: Fault, error: unknown): string {
  return fault.kind === 'answer' ? `HTTP ${fault.status}` : (error as LostConnection).code;
}

function queryString(query: KubeRequest['query']): string {
  if (!query) return '';
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? '' : `?${params.toString()}`;
}
