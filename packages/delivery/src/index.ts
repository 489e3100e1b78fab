export { DeliveryError, type DeliveryErrorCode } from './errors.ts';
export { type Conditions, gateWords, judgeConditions, judgeRun } from './gates/index.ts';
export {
  belowServiceFloor,
  canGoBack,
  effectivePolicy,
  failedLooks,
  startDelivery,
  step,
  TERMINAL,
} from './machine/index.ts';
export type * from './model/index.ts';
export {
  canBeStored,
  decodeRollout,
  encodeRollout,
  loadRollout,
  type StoredRollout,
  storeRollout,
} from './persistence/index.ts';
export { canarySteps, countOf, cumulativeCounts, membersByStage, type PlanError, validatePlan } from './plan/index.ts';
export { retirementOf, type VersionSituation, watchDrain, withoutWeight } from './retirement/index.ts';
export {
  drawTimeline,
  type Moment,
  printTimeline,
  type SimulationOptions,
  simulate,
  type Timeline,
  type WorldOptions,
} from './simulator/index.ts';
export { largestRemainder, splitAt, type Weights } from './weights/index.ts';
