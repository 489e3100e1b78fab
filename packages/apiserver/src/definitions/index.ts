/**
 * @module
 * Custom resource definitions: what makes one acceptable, which names it gets, what its conditions
 * say. All of it is pure; the lifecycle writes what is decided here.
 */
export { approvalCondition } from './approval.ts';
export {
  conditionsOf,
  DELETION_COMPLETED,
  DELETION_IN_PROGRESS,
  DELETION_PENDING,
  ESTABLISHED,
  INVALID_BUNDLE,
  isTrue,
  NEVER_ESTABLISHED,
  withConditions,
  withStatus,
} from './conditions.ts';
export { isBundle } from './conversion-errors.ts';
export { storageVersionOf } from './definition.ts';
export { definitionErrors } from './definition-errors.ts';
export { unrecognizedFormats } from './formats.ts';
export { namingOf } from './naming.ts';
