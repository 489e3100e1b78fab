/**
 * @module
 * Weights: which share of the traffic each version is to have, as declared and as wanted.
 *
 * Specs declare weights, often too many or too few. The goal is always whole numbers that add up to 100, and depends on
 * the objects alone, never on the order in which they came. How it is reached, step by step, is `rollouts`; how callers
 * get there is `routing`; how many of them came is `measurement`.
 */
export { weightsCondition } from './condition.ts';
export { declaredWeight } from './declared.ts';
export { goalSplit } from './goal.ts';
export type { GoalSplit, SplitSituation } from './model.ts';
