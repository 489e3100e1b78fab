/**
 * @module
 * Status: what was seen, reported in conditions.
 *
 * A status is computed from what a reconcile saw, compared with the one that is there, and written only when it differs:
 * nothing in it may change while the state does not, so it holds no counters and no heartbeat times. What is written is
 * pure (`conditions.ts`, `waiting.ts`, `whole-status.ts`); `statusOf` sends it.
 */
export type { Condition, ConditionInput } from '@slipway/apimachinery/conditions';
export { setCondition } from './conditions.ts';
export { type StatusOf, type StatusOfOptions, statusOf } from './status-of.ts';
export { type Wait, type Waiting, waiting } from './waiting.ts';
export type { StatusScope } from './whole-status.ts';
export {
  type StatusHolder,
  type StatusWrites,
  type WholeStatusOptions,
  writeWholeStatus,
} from './write-whole-status.ts';
