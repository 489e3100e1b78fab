/**
 * @module
 * A handler and all of its versions: one pure decision over everything that was seen of them, and the thin shell that
 * reads, writes down and carries out.
 *
 * What a rollout has decided is stored before it is acted on, and acting is stating the whole wanted state; so a
 * reconcile may end between any two writes, and the next one goes on.
 */
export { blockedCleanup } from './blocked-cleanup.ts';
export { cleanUpHandler } from './cleanup.ts';
export { conditionEvents } from './condition-events.ts';
export type { HandlerSettings } from './decide.ts';
export type { HandlerDeps, Measuring } from './deps.ts';
export type { GatiEvent } from './events.ts';
export { tellFailure } from './failure.ts';
export type { Outcome } from './outcome.ts';
export { reconcileHandler } from './reconcile.ts';
export { removeFinalizer } from './record-finalizer.ts';
export { reportedFields } from './status-writes.ts';
export { conditionsOf } from './version-status.ts';
