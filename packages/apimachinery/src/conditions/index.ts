/**
 * @module
 * Conditions: what a status says of an object, one entry of each type.
 */
export {
  type Condition,
  type ConditionInput,
  conditionFault,
  conditionOf,
  setCondition,
  withoutCondition,
} from './condition.ts';
