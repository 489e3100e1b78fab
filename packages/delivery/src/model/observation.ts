import type { Duration, Instant, Known } from '@gati-framework/contracts/deployment';
import type { MemberId, VersionId } from './plan.ts';
import type { Measurement } from './state.ts';

export interface MemberHealth {
  /** What runs there, by its own word. */
  readonly version: VersionId | null;
  readonly ready: boolean;
  /** False while its status speaks of an earlier generation: then nothing of it counts. */
  readonly isCurrent: boolean;
  readonly reachable: boolean;
  /** Not merely progressing: crash loop, refused, degraded. */
  readonly degraded?: string;
  readonly crashLoop?: boolean;
  /** What the last try ended with. */
  readonly error?: { readonly message: string; readonly isTransient: boolean };
  /** Swap: tasks that the old pod of the slot still works on. */
  readonly inFlight?: number;
  /** Swap: the old pod is gone and its device free. */
  readonly isReleased?: boolean;
}

export interface VersionHealth {
  readonly ready: number;
  /** Of the ready ones, those that may be between two crashes: they answer, and get no more until they have settled. */
  readonly unsettled?: number;
  /** Replicas that are not ready because others ended them on purpose (eviction, drain) a moment ago. */
  readonly replacing?: number;
  /** Replicas that its scaler wants now. */
  readonly wanted: number;
  readonly isCurrent: boolean;
  /** Share of traffic in the accepted route. */
  readonly weight: number;
  /** Set where a scaler owns the replicas. */
  readonly scaler?: { readonly min: number; readonly max: number };
  readonly degraded?: string;
  /** How long it may take until what is degraded is tried again by itself: looks closer than this show the same try. */
  readonly retryMs?: Duration;
  readonly crashLoop?: boolean;
  /** How often its present replicas have been started again. */
  readonly restarts?: number;
  readonly tags?: readonly string[];
}

/** What a version still serves. All of it must be known zero before it is drained. */
export interface DrainSignal {
  /** The version was notified: drain endpoint, NOT_SERVING, GOAWAY. */
  readonly isNotified: boolean;
  readonly requests: number;
  readonly streams: number;
  readonly tasks: number;
  readonly leases: number;
  readonly pinnedClients: number;
  /** Every executor that may send it work has acknowledged the cordon: one zero is enough. */
  readonly isExact?: boolean;
  readonly lastClient?: string;
}

export interface Capacity {
  /** Free amounts by resource: devices, quota, schedulable nodes. */
  readonly free: Readonly<Record<string, number>>;
}

export interface Observation {
  readonly at: Instant;
  /**
   * Since when all of it is watched without a break. A stage that began before has to be seen good for a while
   * before it ends, however long it lasted while nobody looked. @default since ever
   */
  readonly since?: Instant;
  readonly members: Readonly<Record<MemberId, Known<MemberHealth>>>;
  readonly versions: Readonly<Record<VersionId, Known<VersionHealth>>>;
  /** Versions that are known to exist no longer, and that nothing brings back. @default none */
  readonly gone?: readonly VersionId[];
  /** By gate key: `stage/gate`. */
  readonly gates: Readonly<Record<string, Known<readonly Measurement[]>>>;
  readonly drain: Readonly<Record<VersionId, Known<DrainSignal>>>;
  readonly capacity: Known<Capacity>;
}
