/**
 * @module
 * From the fields of a handler to a plan of the delivery engine, from what is said and seen to its commands, and how
 * the open rollout goes on.
 */
export { driveRollout, type RolloutDecision } from './drive.ts';
export { type NextMove, nextMove } from './next-move.ts';
export { isPerson, type Outlook, outlookOf } from './outlook.ts';
export { failedRetention } from './plan.ts';
export { holdOn, isOpen, type RolloutUse, rolloutIn, shownRollout, useBy } from './stored.ts';
