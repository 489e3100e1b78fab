/**
 * @module
 * From the fields of a handler to a plan of the delivery engine, from what is asked and observed to its commands, and
 * how the open rollout goes on.
 */
export {
  holdOn,
  isOpen,
  isPerson,
  type Outlook,
  outlookOf,
  type RolloutUse,
  rolloutIn,
  shownRollout,
  unreadableRollout,
  useBy,
} from '../outlook/index.ts';
export { driveRollout, type RolloutDecision } from './drive.ts';
export { type NextMove, nextMove } from './next-move.ts';
export { failedRetention } from './plan.ts';
