import type { Instant, Known } from '@gati-framework/contracts/deployment';
import type { RolloutUse } from '../rollouts/index.ts';
import type { Stage } from '../types/index.ts';
import type { DrainSample } from './drain-status.ts';
import type { DecommissionPolicy } from './policy.ts';

/** Who else counts on a version. */
export interface VersionUse extends RolloutUse {
  readonly isTarget: boolean;
  readonly isStable: boolean;
  /** Set for a version marked bad. */
  readonly retentionEndsAt?: Instant;
}

/** What the handler's other versions could do without this one. */
export interface OtherVersions {
  readonly isOneAvailable: boolean;
  /** Sum over the available ones, confirmed by the router. */
  readonly weight: number;
  /** One of them, available or not, that serves with fewer ready pods than its share needs: it may need the others. */
  readonly weak?: string;
}

/** Everything that decides whether a version may go. */
export interface DecommissionSituation {
  readonly stage: Stage | undefined;
  /** Confirmed by the router. */
  readonly weight: Known<number>;
  readonly drainingSince?: Instant;
  readonly lastTrafficAt?: Instant;
  readonly drainedAt?: Instant;
  /** From status, oldest first. */
  readonly history: readonly DrainSample[];
  /** The newest one of this process, which status may not hold (G-96). */
  readonly latest?: DrainSample;
  readonly tags: readonly string[];
  /** `gati.dev/keep: "true"`. */
  readonly isKept: boolean;
  /** Who holds it, and why. */
  readonly hold?: string;
  readonly use: VersionUse;
  readonly others: Known<OtherVersions>;
  /** Why a workload that the operator did not make may not be removed (G-106). */
  readonly foreign?: string;
  /** A person has allowed its removal whatever its traffic (G-105). */
  readonly retire?: { readonly by: string; readonly reason: string };
  readonly policy: DecommissionPolicy;
  /** As written down last. */
  readonly blockers: readonly PastBlocker[];
}

export interface PastBlocker {
  readonly reason: string;
  readonly message?: string;
  readonly since: Instant;
}

/** All samples, the newest last. */
export function samplesOf({ history, latest }: DecommissionSituation): readonly DrainSample[] {
  return latest === undefined || latest.at === history.at(-1)?.at ? history : [...history, latest];
}
