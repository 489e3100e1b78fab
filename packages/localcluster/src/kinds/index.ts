/**
 * @module
 * What single built-in kinds do that others do not. Most kinds have no rules here at all.
 */
export {
  CLEANUP_FINALIZER,
  conditionsOf,
  type DefinitionCondition,
  ESTABLISHED_CONDITIONS,
  withConditions,
} from './custom-resource-definition.ts';
export { type KindRules, kindRules } from './kind-rules.ts';
