import type { TransportStats } from './stats.ts';

/**
 * Which sockets a request may use. Lanes share none, so that a wall of slow requests holds up
 * neither the watches nor the renewal of a lease.
 */
export type Lane = 'watch' | 'request' | 'election';

export interface KubeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path without query, as `resourcePath` makes it. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** @default 'application/json' */
  readonly accept?: string;
  readonly body?: string | Uint8Array;
  /** Media type of `body`. @default 'application/json' */
  readonly contentType?: string;
  /** @default 'request' */
  readonly lane?: Lane;
  /** The controller on whose behalf it is sent: part of the user agent. */
  readonly controller?: string;
  readonly signal?: AbortSignal;
  /**
   * Time for the request and its retries together, in milliseconds; does not apply to the watch lane.
   * @default 30_000 (60_000 for list pages, set by the caller)
   */
  readonly deadlineMs?: number;
  /**
   * Longest answer that is read whole, in bytes; a longer one is `BODY_TOO_LARGE`. Streams have none: their readers
   * limit what they keep.
   * @default maxAnswerBytes of the transport
   */
  readonly maxBytes?: number;
  /**
   * When the request may be sent again after a failure other than 429. The caller knows: an
   * update with a resource version is `safe`, a create with a name only while `unsent`, a create
   * with `generateName` is sent once (`never`).
   * @default 'safe' for GET, else 'unsent'
   */
  readonly repeat?: 'safe' | 'unsent' | 'never';
  /**
   * False hands every answer and failure to the caller at once (a reflector has one backoff of its
   * own, R-29; an eviction's 429 is the budget's answer). A 401 is still refreshed and repeated once.
   * @default true
   */
  readonly retry?: boolean;
  /**
   * Called when the request has its socket, just before its first byte is written, and before each
   * repeat. What it throws ends the request unsent: a leader whose lease has run out while requests
   * stood in line sends none of them.
   */
  readonly guard?: () => void;
}

export interface StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it arrives. Leaving the loop, or aborting the request's signal, frees the socket. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Requests to one API server with one identity. Every answer that is not 2xx, and every failure on
 * the way, is a `KubeError` with a code. Lives as long as its cluster handle.
 */
export interface Transport {
  /** Base address without a trailing slash. For display; it holds no credential. */
  readonly url: string;
  /** What was sent so far, as a value. */
  stats(): TransportStats;
  /** Sends and parses a JSON answer. */
  json<T>(request: KubeRequest): Promise<T>;
  /** Sends and returns the answer's text, whatever its content type (logs, /readyz). */
  text(request: KubeRequest): Promise<string>;
  /** Sends and returns once the headers of a 2xx JSON answer are there. */
  stream(request: KubeRequest): Promise<StreamAnswer>;
  /** Ends open requests and closes all sockets. */
  close(): Promise<void>;
}
