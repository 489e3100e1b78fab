import type { Clock } from '@slipway/apimachinery/clock';
import type { Logger } from './log/index.ts';
import type { Fetch } from './transport/index.ts';

/** Why a request is sent again, and how long that can go on. */
export interface RetryNotice {
  /** Base address of the API server. */
  readonly server: string;
  /** `ECONNREFUSED` and the like where no whole answer came, else `HTTP 503`. */
  readonly reason: string;
  /** Sends so far. */
  readonly tries: number;
  /** The most time until the request is given up, in milliseconds, if its tries go on to end as the last one did. */
  readonly leftMs: number;
}

/** What every long-lived part of the package is given from outside, so that tests can move it. */
export interface Surroundings {
  /** @default realClock */
  readonly clock?: Clock;
  /** Uniform in [0, 1): for jitter and spreading, never for secrets. @default Math.random */
  readonly random?: () => number;
  /** @default silentLogger */
  readonly logger?: Logger;
}

export interface TransportOptions extends Surroundings {
  /** Name and version of the program, first in the user agent: the server's audit log shows it. */
  readonly operator?: { readonly name: string; readonly version: string };

  /**
   * Time to open a connection, TLS and proxy included, in milliseconds.
   * @default 10_000
   *
   * Three lost SYN packets are repeated within 7 s. A longer wait only hides an address that drops packets.
   */
  readonly connectTimeoutMs?: number;

  /**
   * Time for a request and its retries together where the request names none, in milliseconds.
   * @default 30_000
   *
   * Half of the API server's own limit of 60 s: a caller learns of a hanging request before the
   * server gives it up. Watches have none.
   */
  readonly deadlineMs?: number;

  /**
   * Longest answer that is read whole where the request names no limit, in bytes.
   * @default 67_108_864
   *
   * 64 MiB: forty times the largest object that etcd takes. Lists ask for smaller pages when one is longer; informers
   * read theirs item by item. What answers may be something else than the API server: a pod behind its proxy, an
   * aggregated API.
   */
  readonly maxAnswerBytes?: number;

  /**
   * Silence on a socket before the kernel sends its first keep-alive probe, in milliseconds.
   * @default 30_000
   *
   * Below the idle limits of common load balancers (60 s and more), so that a quiet watch is not
   * dropped without a word.
   */
  readonly tcpKeepAliveMs?: number;

  /**
   * How long an unused socket is kept, in milliseconds.
   * @default 30_000
   *
   * Shorter than API servers and load balancers keep theirs, so that the client closes first and no
   * request is written to a socket that the other side has just closed.
   */
  readonly idleSocketMs?: number;

  /**
   * Most sockets of the request lane; further requests wait in order.
   * @default 32
   *
   * Enough for the usual number of concurrent reconciles; the API server's own fairness decides
   * beyond that. Watches and elections have sockets of their own.
   */
  readonly requestSockets?: number;

  /** Retries of one request. */
  readonly retry?: {
    /** Upper end of the first random wait, doubled after each try, in milliseconds. @default 100 */
    readonly baseMs?: number;
    /** Upper end that doubling stops at, in milliseconds. @default 10_000 */
    readonly capMs?: number;
    /** Most sends of one request, the first included. @default 10 */
    readonly maxTries?: number;
  };

  /**
   * Called each time a request will be sent again, before the wait: for programs that a person waits for. Must not
   * throw.
   * @default not called; retries are counted in the metrics
   */
  readonly onRetry?: (notice: RetryNotice) => void;

  /**
   * A limit on sends per second, in the manner of a token bucket; election requests are exempt.
   * @default none
   *
   * API Priority and Fairness on the server knows more than a client does; a limit here slows an
   * operator down when the server has room. Set it only for servers without that feature.
   */
  readonly rateLimit?: { readonly requestsPerSecond: number; readonly burst: number };

  /**
   * How often token, CA and client certificate files are looked at, in milliseconds.
   * @default 60_000
   *
   * Kubelets replace a projected token at 80 % of its life, at least 2 min before it ends.
   */
  readonly credentialCheckMs?: number;

  /**
   * Time over which open watches move to new connections after the CA or the client certificate
   * changed, each at a random moment, in milliseconds.
   * @default 60_000
   *
   * All at once would be a wall of new watches on the API server.
   */
  readonly watchMoveMs?: number;

  /**
   * Longest run of an exec credential plugin, in milliseconds; an interactive one may take its time.
   * @default 60_000
   */
  readonly execTimeoutMs?: number;

  /**
   * Takes the requests in place of sockets: an API server in the same process. Credentials, deadlines, retries and
   * the user agent are as with sockets; TLS, proxies and the limits on sockets have no meaning then.
   * @default requests go to the server's address
   */
  readonly fetch?: Fetch;

  /** Where HTTPS_PROXY, HTTP_PROXY, NO_PROXY and a plugin's environment come from. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export const transportDefaults = {
  connectTimeoutMs: 10_000,
  deadlineMs: 30_000,
  maxAnswerBytes: 67_108_864,
  tcpKeepAliveMs: 30_000,
  idleSocketMs: 30_000,
  requestSockets: 32,
  retry: { baseMs: 100, capMs: 10_000, maxTries: 10 },
  credentialCheckMs: 60_000,
  watchMoveMs: 60_000,
  execTimeoutMs: 60_000,
} as const;
