/**
 * @module
 * Jobs: pods that are to succeed so often.
 *
 * A pod is counted exactly once although it may be gone when a status is written: it carries a
 * finalizer until its uid stands in the status, and its uid stands there until the finalizer is gone
 * (`tally.ts`). Only then is it a number.
 */
export { jobController } from './controller.ts';
