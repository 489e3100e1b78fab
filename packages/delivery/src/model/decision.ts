import type { Instant } from '@gati-framework/contracts/deployment';
import type { Actor, GateKind, GateSpec, MemberId, VersionId } from './plan.ts';
import type { SlotPhase, State } from './state.ts';

/** What a rollout asks of a version's size. */
export interface ScaleIntent {
  /**
   * At least so many replicas; where a scaler owns them, its minimum is at least this. Without it the rollout asks for
   * nothing any more: the version has the size that its own description gives to its weight.
   */
  readonly min?: number;
  /**
   * The version has no scaler any more. The scaler goes before the workload scales down, so that it cannot scale an
   * ending version up again; then `min` is the number of replicas.
   */
  readonly withoutScaler?: boolean;
  /** KEDA with a shared queue: threshold ÷ this share gives the single-version answer. */
  readonly share: number;
}

export interface GateRequest {
  /** `stage/gate` */
  readonly key: string;
  readonly kind: GateKind;
  readonly spec: GateSpec;
  readonly startedAt: Instant;
}

/** The whole wanted state, not a delta: applied twice, the second time writes nothing. */
export interface Desired {
  readonly weights: Readonly<Record<VersionId, number>>;
  /** What each member is to run; null: it is left alone. */
  readonly members: Readonly<Record<MemberId, VersionId | null>>;
  /** Clusters from which what the plan delivered is to be removed: they had nothing before. */
  readonly remove: readonly MemberId[];
  readonly slots: Readonly<Record<MemberId, SlotPhase>>;
  readonly scale: Readonly<Record<VersionId, ScaleIntent>>;
  /** Versions that must be asked to drain. */
  readonly drain: readonly VersionId[];
  /** Versions whose workload, Service, scaler, PDB and route entries are to be removed. */
  readonly retire: readonly VersionId[];
  readonly run: readonly GateRequest[];
}

export type DeliveryEventType =
  | 'PlanCreated'
  | 'PlanRejected'
  | 'PlanSucceeded'
  | 'PlanAborted'
  | 'PlanSuperseded'
  | 'PlanFrozen'
  | 'StageStarted'
  | 'StageReached'
  | 'GatePassed'
  | 'GateFailed'
  | 'GateInconclusive'
  | 'GateError'
  | 'ApprovalRequested'
  | 'ApprovalGranted'
  | 'ApprovalRejected'
  | 'ApprovalExpired'
  | 'MemberStarted'
  | 'MemberDone'
  | 'MemberFailed'
  | 'MemberDeferred'
  | 'MemberRequeued'
  | 'MemberRolledBack'
  | 'Paused'
  | 'Resumed'
  | 'Promoted'
  | 'Skipped'
  | 'WeightChanged'
  | 'DeadlineExceeded'
  | 'RollbackStarted'
  | 'RollbackSucceeded'
  | 'RollbackFailed'
  | 'HoldSet'
  | 'HoldCleared'
  | 'CommandRefused'
  | 'AttemptStarted'
  | 'VersionDraining'
  | 'VersionDrained'
  | 'VersionResurrected'
  | 'VersionScaledDown'
  | 'VersionRetired';

export interface DeliveryEvent {
  /** `plan/attempt/seq/n`: a repeat is known by it. */
  readonly id: string;
  readonly type: DeliveryEventType;
  readonly at: Instant;
  readonly about: string;
  readonly message: string;
  readonly actor?: Actor;
}

export interface Decision {
  readonly state: State;
  readonly desired: Desired;
  readonly events: readonly DeliveryEvent[];
  readonly wakeAt: Instant | null;
}
