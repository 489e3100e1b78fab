import type { VersionId } from '@slipway/delivery';
import type { MemberHealth, MemberId } from '@slipway/delivery/model';

export interface FleetOptions {
  readonly members: readonly MemberId[];
  readonly version: VersionId;
  /** How long an update takes, in milliseconds. */
  readonly updateMs: () => number;
}

/** Clusters that do as they are asked after a while, and report it. */
export class SimulatedFleet {
  readonly #options: FleetOptions;
  readonly health = new Map<MemberId, MemberHealth>();
  /** When the first report arrived that nobody has looked at. */
  #unseenSince: number | undefined;
  #onReport: (() => void) | undefined;

  constructor(options: FleetOptions) {
    this.#options = options;
    for (const id of options.members) this.health.set(id, healthy(options.version));
    this.#report();
  }

  /** Tells a cluster what to run. */
  apply(id: MemberId, version: VersionId): void {
    this.health.set(id, { ...healthy(version), ready: false });
    setTimeout(() => {
      this.health.set(id, healthy(version));
      this.#report();
    }, this.#options.updateMs());
  }

  /** Waits for a report and takes all that have arrived; says when the first of them did. */
  async reports(): Promise<number> {
    if (this.#unseenSince === undefined) await new Promise<void>((resolve) => (this.#onReport = resolve));
    const since = this.#unseenSince ?? performance.now();
    this.#unseenSince = undefined;
    return since;
  }

  #report(): void {
    this.#unseenSince ??= performance.now();
    this.#onReport?.();
    this.#onReport = undefined;
  }
}

const healthy = (version: VersionId): MemberHealth => ({ version, ready: true, isCurrent: true, reachable: true });
