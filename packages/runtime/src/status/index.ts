/**
 * @module
 * Status: what was seen, reported in conditions.
 *
 * Everything here is pure. A status is computed from what a reconcile saw, compared with the one
 * that is there, and written only when it differs: nothing in it may change while the state does
 * not, so it holds no counters and no heartbeat times.
 */
export type { Condition, ConditionInput } from '@slipway/apimachinery/conditions';
export { setCondition } from './conditions.ts';
export { type Wait, type Waiting, waiting } from './waiting.ts';
