import { type Clock, realClock } from '@slipway/kube';
import type { RetryNotice } from '@slipway/kube/transport';

/** A person who waits wants to know why, once in a while. */
const EVERY_MS = 5_000;

/** Reports, one line at a time, that the server is asked again. What works at the second try is not reported. */
export function retryLine(write: (line: string) => void, clock: Clock = realClock): (notice: RetryNotice) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return ({ server, reason, tries, leftMs }) => {
    if (tries < 2 || clock.now() - reportedAt < EVERY_MS) return;
    reportedAt = clock.now();
    const seconds = Math.max(1, Math.ceil(leftMs / 1000));
    write(`The API server at ${server} does not answer (${reason}); trying again for up to ${seconds} s.\n`);
  };
}
