/**
 * @module
 * The machine: one pure step from what is and what was seen to what is wanted. In its order: commands, deadlines,
 * members, the returns of those that failed, gates, stage, rollback, retirement, then everything that is waited for.
 */
export { belowServiceFloor, canGoBack, effectivePolicy, failedLooks, startDelivery, step, TERMINAL } from './index.ts';
