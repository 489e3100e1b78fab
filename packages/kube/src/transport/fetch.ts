import { ByteStream } from './byte-stream.ts';
import type { CallLimit } from './call-limit.ts';
import { type Answer, answerOf, LostConnection } from './exchange.ts';

/** An HTTP request as it would be written to a socket. */
export interface HttpRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  /** Name and value alternate. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | undefined;
  /** Fires when the answer, or the rest of it, is no longer wanted. */
  readonly signal: AbortSignal;
}

/** The answer to it, once its head is there. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Takes requests in place of sockets. Rejects where no answer came; with code `ECONNREFUSED` where the request
 * was not even taken, so that it may be sent again.
 */
export type Fetch = (request: HttpRequest) => Promise<HttpAnswer>;

export interface FetchExchangeOptions {
  readonly fetch: Fetch;
  readonly request: Omit<HttpRequest, 'signal'>;
  readonly limit: CallLimit;
  /** Called before the request is handed over. What it throws ends it unsent. */
  readonly onSend: () => void;
}

/** One request by `fetch`: what `exchange` does on a socket. */
export async function fetchExchange({ fetch, request, limit, onSend }: FetchExchangeOptions): Promise<Answer> {
  limit.throwIfEnded();
  onSend();
  const unwanted = new AbortController();
  const forget = limit.onEnd((reason) => unwanted.abort(reason));
  try {
    const { status, headers, body } = await limit.race(fetch({ ...request, signal: unwanted.signal }));
    return answerOf(status, headers, streamOf(body, { limit, unwanted, forget }));
  } catch (error) {
    forget();
    limit.throwIfEnded();
    throw lost(error);
  }
}

interface StreamEnds {
  readonly limit: CallLimit;
  readonly unwanted: AbortController;
  readonly forget: () => void;
}

function streamOf(chunks: AsyncIterable<Uint8Array>, { limit, unwanted, forget }: StreamEnds): ByteStream {
  let resume: (() => void) | undefined;
  let paused: Promise<void> | undefined;
  const stream = new ByteStream({
    pause: () => {
      paused = new Promise((resolve) => {
        resume = resolve;
      });
    },
    resume: () => {
      paused = undefined;
      resume?.();
    },
    abandon: () => unwanted.abort(),
  });
  const forgetLimit = limit.onEnd((reason) => {
    stream.fail(reason, true);
    resume?.();
  });
  stream.onEnd(() => {
    forget();
    forgetLimit();
  });
  const pump = async (): Promise<void> => {
    try {
      for await (const chunk of chunks) {
        stream.push(chunk);
        if (paused) await paused;
      }
      stream.finish();
    } catch (error) {
      stream.fail(lost(error));
    }
  };
  void pump();
  return stream;
}

function lost(error: unknown): LostConnection {
  const cause: Error & { code?: unknown } = error instanceof Error ? error : new Error(String(error));
  return new LostConnection(cause, cause.code !== 'ECONNREFUSED');
}
