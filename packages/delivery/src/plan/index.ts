/** For the other folders of this package; what programs import is `public.ts`. */
export { membersBackwards, membersByStage, ownMembers, stageOfMember } from './membership.ts';
export { canarySteps, countOf, cumulativeCounts } from './shares.ts';
export { type PlanError, validatePlan } from './validation.ts';
