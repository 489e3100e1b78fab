import { interrupted, onBody, type Place, pieces } from './body-stages.ts';
import { type Ending, ExchangeEnd, type Stage } from './exchange.ts';

/**
 * Faults of the connection that a request came on (P-6). Each strikes before the server sees the
 * request, or, where a place is given, in the middle of the answer.
 */
export const connectionFaults = {
  /** The other side is gone and gave no sign: no FIN, no answer, now or later. */
  halfOpen: broken('halfOpen'),

  /** RST. */
  reset: broken('reset'),

  /** Bytes that are no TLS. */
  tlsReset: broken('tlsReset'),

  /** The body arrives `bytes` at a time, one every `everyMs`. */
  drip: ({ bytes, everyMs }: { readonly bytes: number; readonly everyMs: number }): Stage =>
    onBody(async function* (body, { clock, signal }) {
      for await (const piece of pieces(body, bytes)) {
        await clock.sleep(everyMs, signal);
        yield piece;
      }
    }),
};

function broken(how: Ending): (place?: Place) => Stage {
  const strike = (): Promise<never> => Promise.reject(new ExchangeEnd(how));
  return (place) => (place === undefined ? strike : onBody((body) => interrupted(body, place, strike)));
}
