import { type Clock, realClock } from '@slipway/kube';
import type { RetryNotice } from '@slipway/kube/transport';

/** A person who waits wants to know why, once in a while. */
const EVERY_MS = 5_000;

/** Tells a person, in a line at a time, that the server is asked again. What works at the second try is not told. */
export function retryLine(write: (line: string) => void, clock: Clock = realClock): (notice: RetryNotice) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return ({ server, reason, tries, leftMs }) => {
    if (tries < 2 || clock.now() - toldAt < EVERY_MS) return;
    toldAt = clock.now();
    const seconds = Math.max(1, Math.ceil(leftMs / 1000));
    write(`The API server at ${server} does not answer (${reason}); trying again for up to ${seconds} s.\n`);
  };
}
