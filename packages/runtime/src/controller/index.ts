/**
 * @module
 * The controller: takes keys from its queue and runs the reconcile, one run per key at a time.
 *
 * Controllers do not handle events. A source turns events into keys; the queue makes them one per
 * object; the reconcile reads the newest state. What a run returned or threw becomes a decision
 * (`outcome.ts`), and the decision becomes a place in the queue.
 */
export { Controller, type ControllerOptions, type ControllerState, type Reconcile } from './controller.ts';
export { type ControllerObserver, silentObserver } from './observer.ts';
export type { Outcome, Result } from './outcome.ts';
export type { Gate, Obstacle } from './parking.ts';
export { currentRun, type Run, type RunScope } from './run.ts';
export type { ReconcileTrace } from './tracing.ts';
