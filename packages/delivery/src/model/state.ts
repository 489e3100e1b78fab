import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import type { Actor, MemberId, VersionId } from './plan.ts';

export type Phase =
  | 'Pending'
  | 'Progressing'
  | 'Verifying'
  | 'Paused'
  | 'RollingBack'
  | 'Succeeded'
  | 'RolledBack'
  | 'Aborted'
  | 'Superseded'
  | 'Frozen'
  | 'RollbackFailed';

export type MemberPhase =
  | 'Pending'
  | 'Deferred'
  | 'Updating'
  | 'Verifying'
  | 'Done'
  | 'Failed'
  | 'Skipped'
  | 'RollingBack'
  | 'RolledBack';

export interface MemberState {
  readonly phase: MemberPhase;
  readonly since: Instant;
  /** When something was last done to it: what was seen until then says nothing of what that does. */
  readonly effectAt?: Instant;
  /** What it ran before, recorded at its start; a rollback goes there. */
  readonly previous?: VersionId | null;
  /** Transient errors so far. */
  readonly tries?: number;
  /** When the next try may start. */
  readonly retryAt?: Instant;
  /** Ready without a break since. */
  readonly readySince?: Instant;
  /** Where a slot is on its way (swap). */
  readonly slot?: SlotPhase;
  /** How the slot changes hands, decided at its start. */
  readonly mode?: 'surge' | 'no-surge';
  /**
   * Of a member that failed: `due` goes back as soon as there is a place for it; `failed` could not go back, and is not
   * tried again in this attempt.
   */
  readonly return?: 'due' | 'failed';
  readonly reason?: string;
}

/** Section of a slot's way from the old version to the new one. */
export type SlotPhase = 'Cordoned' | 'Released' | 'Starting';

export type VersionPhase = 'Inactive' | 'Ramping' | 'Current' | 'Draining' | 'Drained' | 'ScaledDown' | 'Retired';

export interface VersionState {
  readonly phase: VersionPhase;
  readonly since: Instant;
  /** Why automation does not start it again. */
  readonly bad?: string;
  /** Replicas at the start of the plan, or when it lost its last weight; held while a rollback may need them. */
  readonly held?: number;
  readonly drain?: DrainRecord;
  readonly health?: HealthRecord;
}

/** What was seen over time of the version that a plan gives traffic to: one look never decides. */
export interface HealthRecord {
  /** The most replicas, of those that its share needs and its scaler wants, that were ready at once. */
  readonly had: number;
  /** Bad looks in a row, and what the last of them showed; none where what they show is not the version's doing. */
  readonly bad?: { readonly looks: number; readonly at: Instant; readonly reason: string };
  /** Restarts as they were counted last, how many are held against it, and when the first of these came. */
  readonly restarts?: { readonly seen: number; readonly since: number; readonly at?: Instant };
}

/** What was seen of a version that should serve nothing any more. */
export interface DrainRecord {
  /** Known zeros in a row. */
  readonly zeros: number;
  readonly firstZeroAt?: Instant;
  readonly lastAt?: Instant;
  readonly drainedAt?: Instant;
  /** The owner has been notified that the deadline passed. */
  readonly overdue?: boolean;
}

export type GateOutcome = 'Running' | 'Pass' | 'Fail' | 'Inconclusive' | 'Error' | 'Skipped';

export interface Measurement {
  readonly at: Instant;
  readonly outcome: 'Pass' | 'Fail' | 'Inconclusive' | 'Error';
  /** For people: the value, who approved, what went wrong. */
  readonly message?: string;
  /** Beside Error: asking again cannot change it, only another query can, as where it has a syntax error. */
  readonly isPermanent?: true;
  /** `approval`: whose word it is. */
  readonly actor?: Actor;
}

export interface GateRun {
  readonly outcome: GateOutcome;
  readonly startedAt: Instant;
  readonly samples: number;
  readonly failures: number;
  readonly inconclusive: number;
  /** In a row. */
  readonly errors: number;
  /** In a row. */
  readonly passes: number;
  /** `health`: bad, not merely progressing, observations in a row. */
  readonly bad?: number;
  /** `health`: good without a break since. */
  readonly goodSince?: Instant;
  readonly lastAt?: Instant;
  /** When the next measurement is due. */
  readonly nextAt?: Instant;
  /** The latest ten. */
  readonly last: readonly Measurement[];
}

/** What follows when nobody acts. */
export type Outcome = 'abort' | 'freeze' | 'fail' | 'fail-member' | 'inconclusive' | 'keep' | 'rollback-failed';

/** Whatever is not done says what it waits for, who can act, and until when. */
export interface Wait {
  readonly kind:
    | 'precheck'
    | 'plan'
    | 'stage'
    | 'progress'
    | 'member'
    | 'gate'
    | 'approval'
    | 'pause'
    | 'offline'
    | 'capacity'
    | 'drain'
    | 'rollback';
  /** What it is about: a gate, a member, a version. */
  readonly about: string;
  readonly blocker: string;
  readonly owner: Actor;
  readonly action: string;
  readonly since: Instant;
  readonly deadline: Instant;
  readonly onDeadline: Outcome;
  /** How far it had come when the wait began: further is progress, and begins it anew. */
  readonly reached?: number;
  /** By how much it was extended because the engine was down. */
  readonly extendedBy?: Duration;
  /** `offline` of a stage: the clocks of the stage, which stand still meanwhile and go on with the time they had left. */
  readonly suspends?: readonly Wait[];
}

export interface Hold {
  readonly by: Actor;
  readonly reason: string;
  readonly since: Instant;
  /** A hold on this version alone; without it, on the subject. */
  readonly version?: VersionId;
}

/** Where a plan goes as soon as nothing is in motion any more. */
export interface Ending {
  readonly to: 'Frozen' | 'Aborted' | 'Superseded' | 'RollingBack';
  readonly reason: string;
  /** Since when a plan that makes way for the next waits to give its weights back. */
  readonly since?: Instant;
}

export interface State {
  readonly planId: string;
  readonly attempt: number;
  /** Rises with every change. */
  readonly seq: number;
  readonly phase: Phase;
  readonly since: Instant;
  readonly stage: number;
  readonly stageSince: Instant;
  /** The gates before the stage have passed and it moves, or has moved. */
  readonly isStarted: boolean;
  /** When the stage's target was reached in this attempt; soak counts from here. */
  readonly reachedAt?: Instant;
  readonly wakeAt: Instant | null;
  readonly failures: number;
  readonly weights: Readonly<Record<VersionId, number>>;
  /** When the weights changed last: what was seen of the route before says nothing of them. */
  readonly weightsAt?: Instant;
  /** Replicas that carried all traffic at the start of the plan; a share of them is needed for a share of it. */
  readonly base?: number;
  readonly members: Readonly<Record<MemberId, MemberState>>;
  readonly versions: Readonly<Record<VersionId, VersionState>>;
  readonly gates: Readonly<Record<string, GateRun>>;
  readonly waits: readonly Wait[];
  readonly ending?: Ending;
  readonly pausedFrom?: { readonly phase: Phase; readonly at: Instant; readonly by: Actor; readonly reason: string };
  /** The stage whose pause was ended before it began. */
  readonly promoted?: number;
  readonly hold?: Hold;
  /** Why the phase is what it is. */
  readonly reason?: string;
  readonly succeededAt?: Instant;
  /** Keys of commands that were carried out; the newest 32. */
  readonly commands: readonly string[];
}
