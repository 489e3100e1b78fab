/**
 * @module
 * What is known of a plan before anything moves: whether it can work at all, and who is updated when.
 */
export { canarySteps, countOf, cumulativeCounts, membersByStage, type PlanError, validatePlan } from './index.ts';
