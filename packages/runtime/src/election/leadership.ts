import { isKubeError } from '@slipway/kube';
import type { Candidacy } from './candidacy.ts';
import { leaderStep, lossOf } from './decision.ts';
import type { RequestLimits } from './lease-requests.ts';
import type { Instant } from './tenure.ts';
import { requestTimeoutMs } from './timing.ts';
import { type ElectionTrace, traceAct } from './tracing.ts';

export interface LeadershipHooks {
  readonly mayAct: () => boolean;
  readonly renewed: (sentAt: Instant) => void;
  readonly slowPath: () => void;
}

export interface Loss {
  readonly reason: string;
  readonly cause?: unknown;
}

// One to learn who wrote in between, one more for the case that it was a lost answer of our own.
const SLOW_TRIES = 2;

/** Renews the Lease, held from `heldFrom`, until it is lost. Rejects on abort only. */
export async function lead(candidacy: Candidacy, heldFrom: Instant, hooks: LeadershipHooks): Promise<Loss> {
  const { clock, timing, failures, signal } = candidacy;
  let renewedAt = heldFrom;
  let triedAt = heldFrom.now;
  let cause: unknown;
  for (;;) {
    const step = leaderStep(renewedAt.now, triedAt, clock.now(), timing);
    if (step.do === 'lost') return { reason: `no renewal succeeded for ${timing.renewDeadlineMs} ms`, cause };
    if (step.do === 'wait') {
      await clock.sleep(step.ms, signal);
      continue;
    }
    triedAt = clock.now();
    try {
      const renewal = await renew(candidacy, renewedAt.now + timing.renewDeadlineMs, hooks);
      if ('lost' in renewal) return { reason: renewal.lost };
      renewedAt = renewal.sentAt;
      hooks.renewed(renewedAt);
      failures.clear();
    } catch (error) {
      signal.throwIfAborted();
      cause = error;
      failures.report(error, 'The leader cannot renew its Lease; when the renew deadline passes it is lost.');
    }
  }
}

type Renewal = { readonly sentAt: Instant } | { readonly lost: string };

/** One renewal: by update over the version we wrote; where that fails, by another look and update. */
async function renew(candidacy: Candidacy, deadline: number, hooks: LeadershipHooks): Promise<Renewal> {
  const { clock, keeper, signal } = candidacy;
  const limits = (): RequestLimits => {
    // Past the deadline the lease is lost, whatever is answered.
    const deadlineMs = Math.min(requestTimeoutMs(candidacy.timing), Math.max(1, deadline - clock.now()));
    return { deadlineMs, signal };
  };
  const renewFast = async (): Promise<Renewal> => ({ sentAt: await keeper.hold(keeper.written, limits()) });
  const renewSlowly = async (): Promise<Renewal> => {
    const lease = await keeper.look(limits());
    const lost = lossOf(lease, candidacy.identity, hooks.mayAct());
    return lost !== undefined ? { lost } : { sentAt: await keeper.hold(lease, limits()) };
  };

  const trace: ElectionTrace = { lease: candidacy.lease, identity: candidacy.identity, act: 'renew' };
  let renewal: Renewal | undefined;
  await traceAct(trace, async () => {
    try {
      renewal = await renewFast();
    } catch (error) {
      if (signal.aborted || clock.now() >= deadline) throw error;
      trace.slowPath = true;
      hooks.slowPath();
      renewal = await onceMore(renewSlowly, SLOW_TRIES);
    }
  });
  return renewal as Renewal;
}

/** Tries again at once after a conflict: it says that someone wrote, and to find out whom cannot wait. */
async function onceMore<T>(attempt: () => Promise<T>, tries: number): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (tries <= 1 || !isKubeError(error, 'KUBE_CONFLICT')) throw error;
    return onceMore(attempt, tries - 1);
  }
}
