import { isKubeError, type StatusBody } from '../errors.ts';

/** An answer or an ERROR event with a status; a proxy's HTML page counts by its status too. */
interface Refusal {
  readonly cause: 'refused';
  readonly by: 'answer' | 'event';
  readonly status: number;
  /** The server has not reached the resource version that was asked for. */
  readonly isTooLarge: boolean;
  readonly retryAfterMs: number | undefined;
  readonly error: string;
}

/** Why a stream ended, or was not opened. */
export type StreamEnd = {
  /** How long it was open, in milliseconds; 0 if it never was. */
  readonly openMs: number;
} & (
  | Refusal
  | { readonly cause: 'closed'; readonly midLine: boolean }
  | { readonly cause: 'idle'; readonly bytes: number }
  | { readonly cause: 'hard-end' }
  | { readonly cause: 'unreachable'; readonly error: string }
  | { readonly cause: 'unreadable'; readonly error: string }
);

/** What the last ends, one after the other, have in common. */
export interface StreamHistory {
  readonly veryShort: number;
  /** Idle expiries without a byte since the last probe. */
  readonly silent: number;
  /** When the first of the 500s in a row came. */
  readonly failingSince: number | undefined;
}

export const NO_HISTORY: StreamHistory = { veryShort: 0, silent: 0, failingSince: undefined };

export interface NextStep {
  readonly step: 'rewatch' | 'sync';
  readonly wait: 'none' | 'backoff';
  /** The server's own least wait, in milliseconds. */
  readonly atLeastMs?: number | undefined;
  /** Before the rewatch, ask whether the server has gone back in time. */
  readonly probe?: true;
  /** Why nothing arrives at present; absent where nothing is wrong. */
  readonly blocker?: string;
  /** The content is kept but no longer followed. */
  readonly stale?: true;
  /** The server has no such collection. */
  readonly absent?: true;
  /** The account may not see the collection. */
  readonly forbidden?: true;
}

const VERY_SHORT_MS = 1_000;
const VERY_SHORT_LIMIT = 3;
const SILENT_LIMIT = 2;
const RETRY_500_FOR_MS = 60_000;

/** The table of R-27: what to do after a stream has ended, and what to remember of it. */
export function afterStreamEnd(
  end: StreamEnd,
  history: StreamHistory,
  now: number,
): { readonly next: NextStep; readonly history: StreamHistory } {
  const afresh = (next: NextStep): ReturnType<typeof afterStreamEnd> => ({ next, history: NO_HISTORY });
  switch (end.cause) {
    case 'closed': {
      if (end.openMs >= VERY_SHORT_MS) return afresh({ step: 'rewatch', wait: 'none' });
      const veryShort = history.veryShort + 1;
      const blocker = `the server ended the last watch after ${Math.round(end.openMs)} ms`;
      if (veryShort >= VERY_SHORT_LIMIT) return afresh({ step: 'sync', wait: 'backoff', blocker });
      return { next: { step: 'rewatch', wait: 'backoff', blocker }, history: { ...NO_HISTORY, veryShort } };
    }
    case 'idle': {
      const silent = end.bytes > 0 ? 0 : history.silent + 1;
      if (silent >= SILENT_LIMIT) return afresh({ step: 'rewatch', wait: 'none', probe: true });
      return { next: { step: 'rewatch', wait: 'none' }, history: { ...NO_HISTORY, silent } };
    }
    case 'hard-end':
      return afresh({ step: 'rewatch', wait: 'none' });
    case 'unreachable':
      return afresh({ step: 'rewatch', wait: 'backoff', blocker: end.error });
    case 'unreadable':
      return afresh({ step: 'sync', wait: 'backoff', blocker: end.error });
    default: {
      const retry = { step: 'rewatch', wait: 'backoff', atLeastMs: end.retryAfterMs, blocker: end.error } as const;
      if (end.status !== 500) return afresh(isPassing(end) ? retry : afterRefusal(end));
      // A stream that went well for this long is not one of a row of failures.
      const failingSince = end.openMs < RETRY_500_FOR_MS ? (history.failingSince ?? now) : now;
      if (now - failingSince >= RETRY_500_FOR_MS) return afresh(afterRefusal(end));
      return { next: retry, history: { ...NO_HISTORY, failingSince } };
    }
  }
}

/** What follows a refusal that a rewatch from the same resource version would meet again. */
export function afterRefusal(end: Refusal): NextStep {
  const blocked = { step: 'sync', blocker: end.error, stale: true } as const;
  // Rights and kinds come in the minutes around a start or their removal: asked for soon at first, then ever more rarely.
  if (end.by === 'answer' && end.status === 403) return { ...blocked, wait: 'backoff', forbidden: true };
  if (end.by === 'answer' && end.status === 404) return { ...blocked, wait: 'backoff', absent: true };
  return { step: 'sync', wait: 'backoff', atLeastMs: end.retryAfterMs, blocker: end.error };
}

/** Refusals that say nothing about the resource version: the same request may be answered in a while. */
function isPassing(end: Refusal): boolean {
  if (end.status === 429) return true;
  // The transport has refreshed the credential and asked again once, so this 401 is the second.
  return end.by === 'answer' && [401, 502, 503, 504].includes(end.status);
}

/** What a failed request or a broken stream means. */
export function endOfError(error: unknown, openMs: number): StreamEnd {
  const text = error instanceof Error ? error.message : String(error);
  if (!isKubeError(error)) return { cause: 'unreachable', openMs, error: text };
  if (error.status !== undefined && error.status >= 400) {
    const { status, retryAfterMs, body } = error;
    return { cause: 'refused', by: 'answer', status, openMs, retryAfterMs, isTooLarge: isTooLarge(body), error: text };
  }
  const isUnreadable = isKubeError(error, 'KUBE_BAD_RESPONSE', 'KUBE_BAD_EVENT');
  return { cause: isUnreadable ? 'unreadable' : 'unreachable', openMs, error: text };
}

/** What an ERROR event means; its object is a `Status`. */
export function endOfErrorEvent(status: StatusBody | undefined, openMs: number): StreamEnd {
  const seconds = status?.details?.retryAfterSeconds;
  return {
    cause: 'refused',
    by: 'event',
    status: status?.code ?? 0,
    openMs,
    retryAfterMs: seconds === undefined ? undefined : seconds * 1_000,
    isTooLarge: isTooLarge(status),
    error: status?.message ?? status?.reason ?? 'an error event without a message',
  };
}

/** Older servers say it in the message alone. */
export function isTooLarge(status: StatusBody | undefined): boolean {
  const causes = status?.details?.causes ?? [];
  return (
    causes.some((cause) => cause.reason === 'ResourceVersionTooLarge') ||
    (status?.message ?? '').toLowerCase().includes('too large resource version')
  );
}
