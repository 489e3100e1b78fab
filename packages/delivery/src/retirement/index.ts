/**
 * @module
 * How versions leave: drained by known zeros, scaled down, removed. One pure verdict per version, called by the
 * machine for the versions of a plan and by the systems for those that outlive theirs.
 */
export { DRAIN_SAMPLE_MS, watchDrain } from './drain.ts';
export { retirementOf, type VersionSituation, withoutWeight } from './verdict.ts';
