/**
 * @module
 * How versions leave: drained by known zeros, scaled down, removed. One pure verdict per version, called by the
 * machine for the versions of a plan and by the systems for those that outlive theirs.
 */
export { retirementOf, type VersionSituation, watchDrain, withoutWeight } from './index.ts';
