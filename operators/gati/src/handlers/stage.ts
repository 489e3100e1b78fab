import type { Instant } from '@gati-framework/contracts/deployment';
import type { Stage, VersionPhase } from '../types/index.ts';

/** What decides where a version is on its way. */
export interface VersionSituation {
  /** As it was written down last. */
  readonly stage: Stage | undefined;
  /** Confirmed by the router. */
  readonly weight: number;
  /** What it is to get in the end. */
  readonly goal: number;
  /** Whether the router has confirmed anything at all: without it, no weight is no zero. */
  readonly isWeightKnown: boolean;
  readonly isAvailable: boolean;
  readonly isTarget: boolean;
  readonly isStable: boolean;
  /** Of the open rollout. */
  readonly isSubject: boolean;
  /** It has weight before or after the open rollout, so that going back needs it. */
  readonly isPlanned: boolean;
  readonly isHeaderOnly: boolean;
  /** It has had weight. */
  readonly wasReleased: boolean;
  readonly isOperatorAuthored: boolean;
  readonly failedAt: Instant | undefined;
  readonly failedRetentionMs: number;
  readonly now: Instant;
}

const LEAVING: ReadonlySet<Stage | undefined> = new Set(['Draining', 'Drained', 'Decommissioning', 'Decommissioned']);

/**
 * The stage of a version, up to where it leaves: from Draining on, the gates of its retirement decide. A version that
 * leaves comes back only when it is wanted again.
 */
export function stageOf(version: VersionSituation): Stage {
  const { stage, weight } = version;
  // With all of the traffic it is no trial any more, and a first release never was one.
  if (version.isSubject && weight > 0) return weight === 100 ? 'Current' : 'Canary';
  if (version.isSubject) return arriving(version);
  if (weight > 0) return version.isStable ? 'Current' : 'Serving';
  if (version.isStable || isStandby(version)) return version.wasReleased ? 'Standby' : arriving(version);
  if (isRetained(version)) return 'Failed';
  if (LEAVING.has(stage) && !isWanted(version)) return stage as Stage;
  return mayDrain(version) ? 'Draining' : arriving(version);
}

/** A rollout has taken all of its weight, and may have to give it back. */
function isStandby({ isPlanned, wasReleased, failedAt }: VersionSituation): boolean {
  return isPlanned && wasReleased && failedAt === undefined;
}

function arriving({ isAvailable, isHeaderOnly }: VersionSituation): Stage {
  if (!isAvailable) return 'Waiting';
  return isHeaderOnly ? 'HeaderOnly' : 'Staged';
}

function isRetained({ failedAt, failedRetentionMs, now }: VersionSituation): boolean {
  return failedAt !== undefined && now < failedAt + failedRetentionMs;
}

/** Marked bad it is no longer wanted, whatever the spec names, once its retention is over. */
function isWanted({ goal, isTarget, failedAt, isPlanned }: VersionSituation): boolean {
  return (failedAt === undefined && (isTarget || goal > 0)) || isPlanned;
}

/**
 * Drained is only what was released, or what this operator made and nobody asks for any more. What a person wrote and
 * nobody released is a preview, by header too, for as long as they leave it there.
 */
function mayDrain(version: VersionSituation): boolean {
  if (!version.isWeightKnown || isWanted(version)) return false;
  return version.wasReleased || version.isOperatorAuthored;
}

/** The three words that users of the first release know. */
export function phaseOf(stage: Stage): VersionPhase {
  if (stage === 'Decommissioned') return 'Decommissioned';
  return stage === 'Draining' || stage === 'Drained' || stage === 'Decommissioning' ? 'Draining' : 'Active';
}
