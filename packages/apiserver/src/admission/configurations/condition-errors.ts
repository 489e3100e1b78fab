import { qualifiedNameFaults } from '@slipway/apimachinery/names';
import type { Type } from '@slipway/crd/cel';
import { type JsonObject, textAt } from '../../objects/index.ts';
import { duplicateValue, type FieldError, invalidValue, requiredValue, tooManyValues } from '../../status/index.ts';
import { MatchConditions } from '../expressions/index.ts';

const MOST_CONDITIONS = 64;

/** What is wrong with the conditions of a webhook or of a policy. */
export function conditionErrors(
  conditions: readonly JsonObject[],
  at: string,
  more: Readonly<Record<string, Type>> = {},
): FieldError[] {
  const faults = new MatchConditions(conditions, more).faults();
  const names = conditions.map((condition) => textAt(condition, 'name'));
  return [
    ...(conditions.length > MOST_CONDITIONS ? [tooManyValues(at, conditions.length, MOST_CONDITIONS)] : []),
    ...conditions.flatMap((condition, index) => {
      const source = textAt(condition, 'expression').trim();
      const name = names[index] ?? '';
      const fault = faults[index];
      const here = `${at}[${index}]`;
      return [
        ...(source === '' ? [requiredValue(`${here}.expression`)] : []),
        ...(source !== '' && fault !== undefined ? [invalidValue(`${here}.expression`, source, fault)] : []),
        ...(name === ''
          ? [requiredValue(`${here}.name`)]
          : qualifiedNameFaults(name).map((why) => invalidValue(`${here}.name`, name, why))),
        ...(name !== '' && names.indexOf(name) < index ? [duplicateValue(`${here}.name`, name)] : []),
      ];
    }),
  ];
}
