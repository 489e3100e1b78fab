import { type Clock, type Logger, realClock, silentLogger } from '@slipway/kube';
import type { Transport } from '@slipway/kube/transport';
import { RuntimeError } from '../errors.ts';
import { type Candidacy, stand } from './candidacy.ts';
import type { ElectorOptions } from './elector-options.ts';
import { FailureLog } from './failure-log.ts';
import { type Loss, lead } from './leadership.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { leaseRequests } from './lease-requests.ts';
import { newIdentity, podNamespace, SERVICE_ACCOUNT_FOLDER } from './place.ts';
import { type Instant, type Tenure, Term } from './tenure.ts';
import { checkTiming, type ElectionTiming, requestTimeoutMs, timingOf } from './timing.ts';
import { traceAct, traceLoss } from './tracing.ts';

/** How much older than the lease the last renewal of a leader may be before its process is unwell. */
const HEALTH_TOLERANCE_MS = 20_000;

export type ElectionPhase = 'new' | 'candidate' | 'leader' | 'lost' | 'ended';

/**
 * One candidacy for one Lease: candidate, leader, then lost or ended. To stand again, make a new one.
 *
 * **Expected flow.** `start`, wait for `acquired`, work while `tenure.mayAct()`; at the end `release`
 * when no work is in progress, else `stop`, which leaves the lease to expire.
 *
 * **Guarantees.** Of electors with one Lease and distinct identities at most one may act at a time,
 * whatever happens to requests, wall clocks and event loops. After a crash another leads within
 * the lease and two looks of a candidate.
 *
 * **Assumptions.** The monotonic clocks of two machines run alike: over one lease they differ by less
 * than `leaseMs` is above `renewDeadlineMs`.
 *
 * **Caveats.** Election is not fencing: a request that was sent in time may arrive late, so every
 * write must be safe with two leaders. A deleted Lease is the leader's to create again, and
 * candidates that knew it wait for that; but a new process whose first look falls in between takes
 * it for a first start, and both act until the leader's next renewal.
 *
 * **Errors.** `ELECTION_CONFIG` from `start`; `ELECTION_LOST` to `onLost`.
 */
export class Elector {
  /** Name of the Lease: the label of its metrics. */
  readonly name: string;
  readonly identity: string;
  readonly tenure: Tenure;
  /** True once this process leads; false when the candidacy ended before it did. */
  readonly acquired: Promise<boolean>;

  readonly #transport: Transport;
  readonly #options: ElectorOptions;
  readonly #timing: ElectionTiming;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #term: Term;
  readonly #abort = new AbortController();
  #settleAcquired: (isAcquired: boolean) => void = () => {};
  #phase: ElectionPhase = 'new';
  #candidacy: Candidacy | undefined;
  #renewedAt: number | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(transport: Transport, options: ElectorOptions) {
    this.name = options.name;
    this.identity = options.identity ?? newIdentity();
    this.#transport = transport;
    this.#options = options;
    this.#timing = timingOf(options);
    this.#clock = options.clock ?? realClock;
    this.#log = options.logger ?? silentLogger;
    this.#term = new Term(this.#clock, this.#timing.renewDeadlineMs);
    this.tenure = this.#term;
    this.acquired = new Promise((resolve) => {
      this.#settleAcquired = resolve;
    });
  }

  get phase(): ElectionPhase {
    return this.#phase;
  }

  /** Time since the last renewal; undefined unless this process leads. */
  get lastRenewalAgeMs(): number | undefined {
    return this.#phase === 'leader' && this.#renewedAt !== undefined ? this.#clock.now() - this.#renewedAt : undefined;
  }

  /** False when this process leads and has long failed to notice that it should not: only a restart helps. */
  get isHealthy(): boolean {
    return (this.lastRenewalAgeMs ?? 0) <= this.#timing.leaseMs + HEALTH_TOLERANCE_MS;
  }

  /** Checks the options and begins to look at the Lease. */
  async start(): Promise<void> {
    if (this.#phase !== 'new') {
      throw new RuntimeError('ELECTION_CONFIG', `The elector of ${this.name} was started before; make a new one.`);
    }
    this.#phase = 'candidate';
    try {
      checkTiming(this.#timing);
      this.#candidacy = await this.#prepare();
    } catch (error) {
      this.#leave('ended');
      throw error;
    }
    this.#running = this.#run(this.#candidacy);
  }

  /** Ends the candidacy at once and leaves the lease, if held, to expire. Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#abort.abort();
    this.#leave('ended');
    await this.#running;
  }

  /**
   * Ends the candidacy and gives the lease back, so that another process can lead at once. For the
   * moment when no elected work is in progress; otherwise `stop`. A release that fails is
   * logged: the lease then expires by itself.
   */
  async release(signal?: AbortSignal): Promise<void> {
    await this.stop();
    if (this.#candidacy === undefined) return;
    const { keeper, lease, identity } = this.#candidacy;
    const limits = { deadlineMs: requestTimeoutMs(this.#timing), ...(signal && { signal }) };
    try {
      await traceAct({ lease, identity, act: 'release' }, () => keeper.release(limits));
    } catch (error) {
      this.#log.warn({ lease, identity, error }, 'The lease could not be released; it expires by itself.');
    }
  }

  async #prepare(): Promise<Candidacy> {
    const { name, identity } = this;
    const { serviceAccountFolder = SERVICE_ACCOUNT_FOLDER, fallbackNamespace, annotations } = this.#options;
    const namespace = this.#options.namespace ?? (await podNamespace(serviceAccountFolder, fallbackNamespace));
    const lease = `${namespace}/${name}`;
    this.#log.info({ lease, identity }, 'This process stands for election; its leader holds this Lease.');
    const claim = { name, namespace, identity, leaseMs: this.#timing.leaseMs, ...(annotations && { annotations }) };
    return {
      keeper: new LeaseKeeper(leaseRequests(this.#transport, namespace, name), claim, this.#clock),
      identity,
      lease,
      timing: this.#timing,
      clock: this.#clock,
      failures: new FailureLog(this.#log, { lease, identity }),
      signal: this.#abort.signal,
    };
  }

  async #run(candidacy: Candidacy): Promise<void> {
    try {
      const heldFrom = await stand(candidacy, this.#options.random ?? Math.random);
      candidacy.signal.throwIfAborted();
      this.#enter(candidacy, heldFrom);
      const loss = await lead(candidacy, heldFrom, {
        mayAct: this.#term.mayAct,
        renewed: (sentAt) => this.#renewed(sentAt),
        slowPath: () => this.#options.observer?.slowPath?.(),
      });
      this.#lose(candidacy, loss);
    } catch (error) {
      // A fault of our own, or of a listener: without this loop nobody renews.
      if (!this.#abort.signal.aborted) this.#lose(candidacy, { reason: 'the elector failed', cause: error });
    }
  }

  #enter({ lease, identity }: Candidacy, heldFrom: Instant): void {
    this.#phase = 'leader';
    this.#renewed(heldFrom);
    this.#options.observer?.leading?.(true);
    this.#log.info({ lease, identity }, 'This process leads.');
    this.#settleAcquired(true);
  }

  #renewed(sentAt: Instant): void {
    this.#renewedAt = sentAt.now;
    this.#term.renew(sentAt);
  }

  #lose({ lease, identity }: Candidacy, { reason, cause }: Loss): void {
    this.#leave('lost');
    traceLoss({ lease, identity, act: 'lost', reason });
    const message =
      `The lease ${lease} was lost: ${reason}. Elected work must end now; the process should end too, ` +
      'so that it starts afresh as a candidate.';
    this.#log.error({ lease, identity, error: cause }, message);
    this.#options.onLost?.(new RuntimeError('ELECTION_LOST', message, { cause }));
  }

  #leave(phase: 'lost' | 'ended'): void {
    if (this.#phase === 'leader') this.#options.observer?.leading?.(false);
    if (this.#phase !== 'lost') this.#phase = phase;
    this.#term.end();
    this.#settleAcquired(false);
  }
}
