/**
 * @module
 * What can be said of a plan before anything moves: whether it can work at all, and who is updated when.
 */
export { membersBackwards, membersByStage, ownMembers, stageOfMember } from './membership.ts';
export { canarySteps, countOf, cumulativeCounts } from './shares.ts';
export { type PlanError, validatePlan } from './validation.ts';
