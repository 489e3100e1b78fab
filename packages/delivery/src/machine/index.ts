/** For the other folders of this package; what programs import is `public.ts`. */
export { REMEMBERED_COMMANDS } from './commands.ts';
export { canGoBack, effectivePolicy } from './failure.ts';
export { belowServiceFloor } from './service-floor.ts';
export { startDelivery } from './start.ts';
export { step } from './step.ts';
export { TERMINAL } from './turn.ts';
export { failedLooks } from './version-health.ts';
