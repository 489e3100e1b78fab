/**
 * @module
 * Faults: what can go wrong between a client and a real cluster, on demand (L-24).
 */
export type { Fault, FaultMatch, FaultRule, FaultSubject } from './fault.ts';
export { type FaultHandle, FaultPlan } from './plan.ts';
