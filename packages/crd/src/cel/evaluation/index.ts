/**
 * @module
 * Running a checked expression: closures made once, called for every object.
 *
 * Every step is charged before it is taken wherever its cost is known by then. That bounds time without
 * a clock: the limit is reached at the same place on every machine.
 */
export { Frame, type Step } from './frame.ts';
export { plan } from './planner.ts';
