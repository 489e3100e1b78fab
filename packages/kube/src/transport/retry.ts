import type { KubeRequest } from './transport.ts';

/** What went wrong with one send, as far as the decision to repeat it is concerned. */
export type Fault =
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfterMs?: number | undefined }
  /** No whole answer came. `sent` is false where the request certainly never left. */
  | { readonly kind: 'lost'; readonly sent: boolean };

export interface RetryLimits {
  readonly baseMs: number;
  readonly capMs: number;
  readonly maxTries: number;
}

export interface RetryInput {
  readonly fault: Fault;
  readonly request: Pick<KubeRequest, 'method' | 'repeat' | 'retry'>;
  /** Sends so far, the failed one included. */
  readonly tries: number;
  /** Time until the deadline, in milliseconds. */
  readonly leftMs: number;
  readonly limits: RetryLimits;
  readonly random: () => number;
}

export type RetryDecision =
  | { readonly action: 'wait'; readonly ms: number }
  /** `retryAfterMs` is set where the server named a time that lies past the deadline. */
  | { readonly action: 'fail'; readonly retryAfterMs?: number };

/** Whether a failed send is repeated, and when. Pure but for the jitter. */
export function nextTry({ fault, request, tries, leftMs, limits, random }: RetryInput): RetryDecision {
  if (request.retry === false || !mayRepeat(fault, request)) return { action: 'fail' };
  const asked = fault.kind === 'answer' ? (fault.retryAfterMs ?? 0) : 0;
  if (asked > 0 && asked >= leftMs) return { action: 'fail', retryAfterMs: asked };
  // Full jitter: clients that failed together do not come back together.
  const backoff = random() * Math.min(limits.capMs, limits.baseMs * 2 ** (tries - 1));
  const ms = Math.max(asked, backoff);
  return tries >= limits.maxTries || ms >= leftMs ? { action: 'fail' } : { action: 'wait', ms };
}

/**
 * The most time that further tries can take if each takes as long as the last one, in milliseconds. `ms` is the wait for
 * the next.
 */
export function longestWait(
  { tries, leftMs, limits }: Pick<RetryInput, 'tries' | 'leftMs' | 'limits'>,
  ms: number,
  lastTookMs: number,
): number {
  let sum = ms + lastTookMs;
  for (let next = tries + 1; next < limits.maxTries && sum < leftMs; next++)
    sum += Math.min(limits.capMs, limits.baseMs * 2 ** (next - 1)) + lastTookMs;
  return Math.min(sum, leftMs);
}

function mayRepeat(
  fault: Fault,
  { method, repeat = method === 'GET' ? 'safe' : 'unsent' }: RetryInput['request'],
): boolean {
  // 429 means that the server did no work, whatever the verb.
  if (fault.kind === 'answer') return fault.status === 429 || (fault.status >= 500 && repeat === 'safe');
  return repeat === 'safe' || (repeat === 'unsent' && !fault.sent);
}
