/**
 * @module
 * Decommissioning: how a version that nobody uses any more goes, and why one that could not go is still there.
 *
 * Eight gates, each a pure question about what is known (`gatesOf`); the engine's verdict on them (`verdictOf`); one
 * step of the removal at a time, by what still exists (`removalStep`). A closed gate is reported with its reason, since
 * when, until when and who can act. Nothing is removed on a timer alone, and unknown opens no gate.
 */

export { blockersOf, drainedCondition, isOverdue, pastBlockers } from './blockers.ts';
export { defined } from './defined.ts';
export {
  beginDrain,
  type DrainSample,
  type DrainStatus,
  endDrain,
  historyOf,
  MOST_SAMPLES,
  recordSample,
  sampleOf,
  timeOf,
} from './drain-status.ts';
export { type DrainView, eventsOf } from './events.ts';
export { foreignReason } from './foreign-reason.ts';
export { type BlockerReason, type Gate, gatesOf } from './gates.ts';
export { recordsToDelete } from './history-limit.ts';
export { DEFAULT_SETTINGS, type DecommissionPolicy, type DecommissionSettings, policyOf } from './policy.ts';
export { type RemovalSituation, type RemovalStep, removalStep } from './removal.ts';
export { type DecommissionSituation, type OtherVersions, samplesOf, type VersionUse } from './situation.ts';
export { DRAIN_GATES, isOpen, verdictOf } from './verdict.ts';
