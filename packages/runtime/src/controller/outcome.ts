import { AssertionError } from 'node:assert';
import { isKubeError } from '@slipway/kube';
import { RuntimeError, TerminalError } from '../errors.ts';

/** What a reconcile may return; nothing means: done until the next event. */
export interface Result {
  /** Look again after this time, in milliseconds; 0 is at once. */
  readonly requeueAfterMs?: number;
  /** Priority of that look. @default the one it was taken with */
  readonly priority?: number;
}

/** How a run ended, before anything is made of it. */
export type Ending =
  | { readonly how: 'returned'; readonly value: unknown }
  /** `failedAt`: when the work had failed, in clock time, where it did more after that. */
  | { readonly how: 'threw'; readonly value: unknown; readonly failedAt?: number }
  /** The time limit had passed when it ended, however it then ended. */
  | { readonly how: 'timedOut'; readonly error: RuntimeError };

/** What follows from a run for its key, its log line and its metrics. */
export interface Outcome {
  readonly result: 'success' | 'error' | 'requeue' | 'requeue_after';
  /** The least delay before the next run; undefined when only an event brings it back. */
  readonly requeue:
    | {
        readonly afterMs: number;
        readonly rateLimited: boolean;
        readonly priority?: number;
        readonly failedAt?: number;
      }
    | undefined;
  /** What was thrown; that of a conflict too, which is no failure. */
  readonly error: Error | undefined;
  /** Another write came first: a requeue with backoff, to read again and decide again. */
  readonly isConflict: boolean;
  readonly isTerminal: boolean;
  readonly isPanic: boolean;
  readonly isTimeout: boolean;
}

const success = { error: undefined, isConflict: false, isTerminal: false, isPanic: false, isTimeout: false } as const;

/** The decision of. */
export function outcomeOf(ending: Ending): Outcome {
  if (ending.how === 'timedOut') return { ...failed(ending.error), isTimeout: true };
  return ending.how === 'threw' ? failed(ending.value, ending.failedAt) : returned(ending.value);
}

function returned(value: unknown): Outcome {
  if (value === undefined || value === null) return { result: 'success', requeue: undefined, ...success };
  const { requeueAfterMs, priority } = value as Result;
  if (typeof value !== 'object' || !isDelay(requeueAfterMs) || !isPriority(priority)) {
    return failed(
      new RuntimeError(
        'RECONCILE_RESULT',
        'A reconcile returns nothing or {requeueAfterMs, priority}, with a delay of 0 or more milliseconds and a ' +
          `finite priority; it returned ${describe(value)}.`,
      ),
    );
  }
  if (requeueAfterMs === undefined) return { result: 'success', requeue: undefined, ...success };
  return {
    result: requeueAfterMs === 0 ? 'requeue' : 'requeue_after',
    requeue: { afterMs: requeueAfterMs, rateLimited: false, ...(priority !== undefined && { priority }) },
    ...success,
  };
}

function failed(value: unknown, failedAt?: number): Outcome {
  const error = asError(value);
  const isTerminal = error instanceof TerminalError;
  const isConflict = isLostRace(error);
  const { retryAfterMs } = error as { retryAfterMs?: unknown };
  return {
    result: isConflict ? 'requeue' : 'error',
    requeue: isTerminal
      ? undefined
      : {
          afterMs: isDelay(retryAfterMs) ? (retryAfterMs ?? 0) : 0,
          rateLimited: true,
          ...(failedAt !== undefined && { failedAt }),
        },
    error,
    isConflict,
    isTerminal,
    isPanic: isPanic(value),
    isTimeout: false,
  };
}

/** A name that is taken stays taken, however often it is looked at. */
function isLostRace(error: Error): boolean {
  return isKubeError(error, 'KUBE_CONFLICT') && error.body?.reason !== 'AlreadyExists';
}

function isDelay(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
}

function isPriority(value: unknown): boolean {
  return value === undefined || Number.isFinite(value);
}

/** Errors of the program rather than of the world. The TypeError of `fetch` tells of the network: it has a cause. */
function isPanic(value: unknown): boolean {
  if (!(value instanceof Error)) return true;
  if (value instanceof TypeError) return value.cause === undefined;
  return value instanceof ReferenceError || value instanceof RangeError || value instanceof AssertionError;
}

function asError(value: unknown): Error {
  if (value instanceof Error) return value;
  return new Error(`A reconcile threw ${describe(value)}, which is not an error.`, { cause: value });
}

/** Never the content: it may be a Secret. */
function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `an object with the keys ${Object.keys(value).join(', ')}`;
  if (typeof value === 'number' || value === undefined || value === null) return String(value);
  return `a ${typeof value}`;
}
