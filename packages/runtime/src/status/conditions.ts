import {
  type Condition,
  type ConditionInput,
  conditionFault,
  setCondition as set,
} from '@slipway/apimachinery/conditions';
import { RuntimeError } from '../errors.ts';

/**
 * The list with this condition in it, as `setCondition` of `@slipway/apimachinery` makes it. A type or reason that the
 * server would refuse is an error of the caller, before anything is sent.
 */
export function setCondition(conditions: readonly Condition[], input: ConditionInput, now: Date): readonly Condition[] {
  const fault = conditionFault(input);
  if (fault !== undefined) throw new RuntimeError('STATUS_INVALID', fault);
  return set(conditions, input, now);
}
