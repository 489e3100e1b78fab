/**
 * @module
 * Leader election by Lease: of several replicas, one works.
 *
 * A **candidate** looks at the Lease; what it has seen (`Sighting`) and when decides whether it may
 * take it. A **leader** renews. Whether work may happen at this very moment is neither's to say:
 * `Tenure` compares the clocks with the last renewal each time it is asked, so that no blocked event
 * loop, stopped process or late timer lets two leaders act.
 *
 * Who may act when is pure (`decision.ts`, `tenure.ts`) and stands on one inequality: a leader acts
 * for `renewDeadlineMs` from before it sent its last renewal, a candidate waits `leaseMs`, which is
 * more, from after it saw that renewal. Times written by other machines play no part in it.
 */
export type { ElectionPhase } from './elector.ts';
export { Elector } from './elector.ts';
export type { ElectionObserver, ElectorOptions } from './elector-options.ts';
export type { Tenure } from './tenure.ts';
export type { ElectionTiming } from './timing.ts';
export type { ElectionTrace } from './tracing.ts';
