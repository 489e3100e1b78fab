import { type Clock, isKubeError } from '@slipway/kube';
import { candidateDelayMs, mayTake, type Sighting, sight } from './decision.ts';
import type { FailureLog } from './failure-log.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { type Instant, instantOf, isFresh } from './tenure.ts';
import { type ElectionTiming, requestTimeoutMs } from './timing.ts';
import { type ElectionTrace, traceAct } from './tracing.ts';

/** What a candidate and a leader work with. */
export interface Candidacy {
  readonly keeper: LeaseKeeper;
  readonly identity: string;
  /** Namespace and name of the Lease. */
  readonly lease: string;
  readonly timing: ElectionTiming;
  readonly clock: Clock;
  readonly failures: FailureLog;
  readonly signal: AbortSignal;
}

/** Looks at the Lease until it can be taken. Resolves with the instant from which it is held; rejects on abort only. */
export async function stand(candidacy: Candidacy, random: () => number): Promise<Instant> {
  const { clock, timing, failures, signal } = candidacy;
  let sighting: Sighting | undefined;
  const lookOnce = async (): Promise<Instant | undefined> => {
    const limits = { deadlineMs: requestTimeoutMs(timing), signal };
    const lease = await candidacy.keeper.look(limits);
    sighting = sight(sighting, lease, clock.now(), timing.leaseMs);
    if (!mayTake(sighting, candidacy.identity, clock.now())) return undefined;
    // This create may arrive without our knowing. If the Lease is missing at the next look all the
    // same, it may have been deleted under a holder, and that takes its time.
    if (lease === undefined) sighting = { lease, freeAt: clock.now() + timing.leaseMs };
    let sentAt: Instant | undefined;
    const trace: ElectionTrace = { lease: candidacy.lease, identity: candidacy.identity, act: 'acquire' };
    await traceAct(trace, async () => {
      sentAt = await candidacy.keeper.hold(lease, limits);
    });
    return sentAt;
  };
  for (;;) {
    try {
      const heldFrom = await lookOnce();
      failures.clear();
      // An answer that was handled too late is no leave to act; the next look finds our own name and renews.
      if (heldFrom && isFresh(heldFrom, instantOf(clock), timing.renewDeadlineMs)) return heldFrom;
    } catch (error) {
      signal.throwIfAborted();
      // A conflict means that another candidate was faster: that is how elections go.
      if (!isKubeError(error, 'KUBE_CONFLICT')) failures.report(error, 'A candidate cannot read or write its Lease.');
    }
    await clock.sleep(candidateDelayMs(timing, random), signal);
  }
}
