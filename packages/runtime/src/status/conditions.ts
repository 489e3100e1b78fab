import {
  type Condition,
  type ConditionInput,
  conditionFault,
  setCondition as set,
} from '@slipway/apimachinery/conditions';
import { RuntimeError } from '../errors.ts';

/**
 * The list with this condition in it, as `setCondition` of `@slipway/apimachinery` makes it. Unlike that one, it throws
 * `STATUS_INVALID` for a type or reason that the server would refuse, before anything is sent.
 */
export function setCondition(conditions: readonly Condition[], input: ConditionInput, now: Date): readonly Condition[] {
  const fault = conditionFault(input);
  if (fault !== undefined) throw new RuntimeError('STATUS_INVALID', fault);
  return set(conditions, input, now);
}
