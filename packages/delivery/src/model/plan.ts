import type { Duration, Ref } from '@gati-framework/contracts/deployment';

export type VersionId = string;
export type MemberId = string;
/** A person, a team or a component that can act. */
export type Actor = string;
/** A count, or a share such as `'10%'`. */
export type IntOrPercent = number | `${number}%`;

/** What is moved: traffic weights between versions, replica slots of one workload, or clusters of a fleet. */
export type Actuator = 'traffic' | 'swap' | 'clusters';

export type FailurePolicy = 'rollback' | 'freeze' | 'continue';

/**
 * - `install` the first version straight to 100 %
 * - `weight` share of traffic; `route` header match and `mirror` copied traffic, both at weight 0
 * - `switch` 0 → 100 % after a preview
 * - `swap` replica slots; `members` clusters
 * - `pause` waits for a person; `check` runs gates only; `migrate` rewrites stored objects
 */
export type StageKind =
  | 'install'
  | 'weight'
  | 'route'
  | 'mirror'
  | 'switch'
  | 'swap'
  | 'members'
  | 'pause'
  | 'check'
  | 'migrate';

/** Members that carry all of these labels. */
export interface Selector {
  readonly matchLabels: Readonly<Record<string, string>>;
}

export interface Stage {
  readonly name: string;
  readonly kind: StageKind;
  /** Weight: share of `to` in percent. Members and swap: all members up to this stage, as percent or selector. */
  readonly to?: number | Selector;
  readonly maxConcurrent: IntOrPercent;
  readonly gates: readonly Gate[];
  /** From the start of the stage until its target is reached and its gates have passed. */
  readonly deadline: Duration;
  /**
   * How long it may go without progress: more ready replicas or members, until its target is reached and healthy.
   * Soaks and measurements are no part of it, so `deadline`, which then counts from the target on, may be far longer.
   * @default deadline, for both
   */
  readonly progressDeadline?: Duration;
  readonly onFailure?: FailurePolicy;
}

export type GateKind =
  | 'health'
  | 'metric'
  | 'webhook'
  | 'job'
  | 'approval'
  | 'soak'
  | 'window'
  | 'crd'
  | 'conversion'
  | 'capacity';

export interface Gate {
  /** Unique within its stage. */
  readonly name: string;
  /** What it is called in messages. @default its name */
  readonly title?: string;
  readonly kind: GateKind;
  readonly when: 'before' | 'during' | 'after';
  readonly deadline: Duration;
  /** Who can act while it waits. @default the author of the plan */
  readonly owner?: Actor;
  /** Recorded, never decides. */
  readonly dryRun?: boolean;
  readonly spec?: GateSpec;
}

/** What the kinds read; each its own part. Whatever else a provider needs goes through untouched. */
export interface GateSpec {
  /** `soak`: how long; the target must stay reached and good. */
  readonly forMs?: Duration;
  /** `health`: ready without a break for this long. @default 30_000 */
  readonly minReadyMs?: Duration;
  /**
   * `health` of members: the share of the stage's attempted members, from 0 to 1, that has to be good; equality passes.
   * Failed members count as attempted, deferred and skipped ones do not. @default every updated member is good, and
   * failed ones do not count
   */
  readonly minShare?: number;
  /** `metric`: time between two measurements. @default 60_000 */
  readonly intervalMs?: Duration;
  /** `metric`: measurements of a run. @default 5 */
  readonly count?: number;
  /** `metric`: failed measurements that are tolerated. @default 0 */
  readonly failureLimit?: number;
  /** `metric`: inconclusive measurements that are tolerated. @default 0 */
  readonly inconclusiveLimit?: number;
  /** `metric`: errors in a row that are tolerated. @default 4 */
  readonly consecutiveErrorLimit?: number;
  /** `metric`: passes in a row that end the run early. @default off */
  readonly consecutiveSuccessLimit?: number;
  /** `metric`: fewer than this never pass. @default consecutiveSuccessLimit, else count */
  readonly minSamples?: number;
  /**
   * `approval`: who may approve. The author never may. Without it the gate belongs to a system that knows roles, quorum
   * and separation of duties itself: the first Pass or Fail that it reports is the decision, and no command passes it.
   */
  readonly approvers?: readonly Actor[];
  /** `approval`: how many of them. @default 1 */
  readonly quorum?: number;
  /** `capacity`: what must be free, by resource. */
  readonly need?: Readonly<Record<string, number>>;
  readonly [more: string]: unknown;
}

export interface Member {
  readonly id: MemberId;
  readonly labels?: Readonly<Record<string, string>>;
  /** Environments are rolled in the order of their names given by `order`, members inside by id. */
  readonly order?: number;
  readonly owner?: Actor;
  /** How long one update may take. @default 10 min, clusters 15 min */
  readonly deadline?: Duration;
}

export type Reversibility = 'reversible' | 'reversible-with-loss' | 'one-way' | 'unknown';

export interface RetirePolicy {
  /** From Drained to no replicas. */
  readonly scaleDownDelay: Duration;
  /** From Drained to removal. */
  readonly deleteDelay: Duration;
  /** How long a drain may take before its owner is notified. @default 1 h */
  readonly drainDeadline?: Duration;
  /** Tags whose versions are never retired. @default stable, production, latest */
  readonly protectedTags?: readonly string[];
}

export interface RollbackPolicy {
  /** Goes back although data written by the new version is lost. */
  readonly allowLoss?: boolean;
  /** How long after success a rollback skips soak and analysis. */
  readonly window: Duration;
  /** @default as in the stage that is undone */
  readonly maxConcurrent?: IntOrPercent;
}

/** Everything that is decided before anything moves. It never changes within an attempt (I10). */
export interface Plan {
  readonly id: string;
  readonly subject: Ref;
  readonly actuator: Actuator;
  readonly author: Actor;
  /** Null: there is nothing to return to; clusters that had nothing before are undone by removal. */
  readonly from: VersionId | null;
  readonly to: VersionId;
  readonly pin: { readonly digest: string; readonly values: string; readonly crdReport?: string };
  readonly members: readonly Member[];
  readonly stages: readonly Stage[];
  /** Healthy members or replicas that must stay. */
  readonly floor: number;
  /** Traffic: all weights at the start and at the end. */
  readonly split?: {
    readonly baseline: Readonly<Record<VersionId, number>>;
    readonly goal: Readonly<Record<VersionId, number>>;
  };
  /** Swap: beside the old one, or after it has gone. @default 'auto' */
  readonly swapMode?: 'surge' | 'no-surge' | 'auto';
  /** Swap: a single slot may be empty for a while. */
  readonly allowDowntime?: boolean;
  /** Swap: what one more pod needs to run beside the old one, by resource. */
  readonly slotNeeds?: Readonly<Record<string, number>>;
  readonly onFailure: FailurePolicy;
  /** Failed members that are tolerated. */
  readonly maxFailures: IntOrPercent;
  readonly deadline: Duration;
  readonly reversibility: Reversibility;
  readonly retire: RetirePolicy;
  readonly rollback: RollbackPolicy;
  /**
   * Share of a stage's own members, in percent, that must be reachable before it starts one and before it ends; at
   * least one always. Members of earlier stages do not count. @default 50
   */
  readonly minReachable?: number;
  /**
   * How long a stage waits for members that it has not started and cannot see. Then the plan is Aborted where nothing
   * was changed, else Frozen; it never goes back because of them. @default 1 h
   */
  readonly offlineDeadline?: Duration;
}
