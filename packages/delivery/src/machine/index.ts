/**
 * @module
 * The machine: one pure step from what is and what was seen to what is wanted. In its order: commands, deadlines,
 * members, the returns of those that failed, gates, stage, rollback, retirement, then everything that is waited for.
 */
export { REMEMBERED_COMMANDS } from './commands.ts';
export { canGoBack, effectivePolicy } from './failure.ts';
export { belowServiceFloor } from './service-floor.ts';
export { startDelivery } from './start.ts';
export { step } from './step.ts';
export { TERMINAL } from './turn.ts';
export { failedLooks } from './version-health.ts';
