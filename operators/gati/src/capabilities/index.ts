/**
 * @module
 * Capabilities: what a module asks to be allowed, and what that comes to.
 *
 * Names are read generously (case, `.` for `:`, bare names, an operator's own names) and answered
 * strictly: one that is unknown, or that lacks what it needs, grants nothing at all. What is granted
 * becomes volumes, variables and a NetworkPolicy. Nothing here reads or sends anything.
 */
export { type CapabilityMap, NO_OWN_NAMES, readCapabilityMap } from './capability-map.ts';
export { type GrantOptions, type Grants, grantsOf } from './grants.ts';
export { CAPABILITIES } from './known.ts';
