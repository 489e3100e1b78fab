/**
 * @module
 * Managers and controllers: what an operator is written with. The parts that they are made of have entries of
 * their own and can be used alone.
 */
export type { Result } from './controller/index.ts';
export { RuntimeError, type RuntimeErrorCode, type RuntimeErrorOptions, TerminalError } from './errors.ts';
export type { EventInput } from './events/index.ts';
export {
  type ClusterPart,
  type ControllerBuilder,
  type ControllerSettings,
  createManager,
  type KeyContext,
  type KeyWork,
  type Manager,
  type ManagerOptions,
  type ReconcileContext,
  type ReconcileFunction,
  type Status,
  type WatchOptions,
} from './manager/index.ts';
export type { MetricDefinition, OwnMetrics } from './metrics/index.ts';
export { type Mapper, type ObjectKey, objectKey } from './source/index.ts';
export { type Condition, type ConditionInput, type Wait, type Waiting, waiting } from './status/index.ts';
