import { type Clock, isKubeError } from '@slipway/kube';
import type { LeaseRequests, RequestLimits } from './lease-requests.ts';
import { type Claim, freeLease, heldLease, holderOf, type LeaseObject, type Stamp } from './record.ts';
import { type Instant, instantOf } from './tenure.ts';

/** Between tries of a release, so that a storm of conflicts is not answered with a storm of requests. */
const RELEASE_PAUSE_MS = 100;

/** What one identity does to the Lease. Who leads is decided elsewhere. */
export class LeaseKeeper {
  readonly #requests: LeaseRequests;
  readonly #claim: Claim;
  readonly #clock: Clock;
  #written: LeaseObject | undefined;
  #writes = 0;

  constructor(requests: LeaseRequests, claim: Claim, clock: Clock) {
    this.#requests = requests;
    this.#claim = claim;
    this.#clock = clock;
  }

  /** The Lease as this identity last wrote it. */
  get written(): LeaseObject | undefined {
    return this.#written;
  }

  look(limits: RequestLimits): Promise<LeaseObject | undefined> {
    return this.#requests.get(limits);
  }

  /**
   * Takes or renews the Lease that was seen as `before`, unless it has changed since.
   * @returns the instant before it was sent, which is when the renewal counts from
   */
  async hold(before: LeaseObject | undefined, limits: RequestLimits): Promise<Instant> {
    const sentAt = instantOf(this.#clock);
    this.#written = await this.#requests.put(heldLease(before, this.#claim, this.#stamp()), limits);
    return sentAt;
  }

  /**
   * Gives the Lease back, if it is ours. A conflict is answered by another look: our last
   * renewal may have arrived without our knowing. Throws what else stands in the way.
   */
  async release(limits: RequestLimits): Promise<void> {
    // Nothing of ours can be there.
    if (this.#writes === 0) return;
    const end = this.#clock.now() + limits.deadlineMs;
    for (let known = this.#written; ; known = undefined) {
      const lease = known ?? (await this.look(limits));
      if (lease === undefined || holderOf(lease) !== this.#claim.identity) return;
      try {
        await this.#requests.put(freeLease(lease, this.#stamp()), limits);
        return;
      } catch (error) {
        const isOutdated = isKubeError(error, 'KUBE_CONFLICT', 'KUBE_NOT_FOUND');
        if (!isOutdated || this.#clock.now() >= end) throw error;
      }
      await this.#clock.sleep(RELEASE_PAUSE_MS, limits.signal);
    }
  }

  #stamp(): Stamp {
    return { wallMs: this.#clock.wall(), sequence: this.#writes++ };
  }
}
