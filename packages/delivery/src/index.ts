/**
 * @module
 * The machine: a plan, what was observed and the time in, the desired state out. What surrounds it has entries
 * of its own: the stored form, gates, retirement, weights, a simulator.
 */
export { DeliveryError, type DeliveryErrorCode } from './errors.ts';
export { startDelivery, step, TERMINAL } from './machine/index.ts';
export type {
  Capacity,
  Command,
  Decision,
  DeliveryEvent,
  Desired,
  Gate,
  GateRequest,
  GateRun,
  GateSpec,
  Measurement,
  Member,
  Observation,
  Plan,
  Stage,
  State,
  VersionId,
  VersionState,
  Wait,
} from './model/index.ts';
export { type PlanError, validatePlan } from './plan/index.ts';
export { printTimeline, simulate } from './simulator/index.ts';
export type { Weights } from './weights/index.ts';
