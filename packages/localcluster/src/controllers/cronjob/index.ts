/**
 * @module
 * CronJobs: a Job each time a schedule says so.
 */
export { cronJobController } from './controller.ts';
