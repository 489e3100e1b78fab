/**
 * @module
 * DaemonSets: one pod on each node that will have it.
 */
export { daemonSetController } from './controller.ts';
