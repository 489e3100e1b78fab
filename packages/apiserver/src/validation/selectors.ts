import { labelValueFaults, qualifiedNameFaults } from '@slipway/apimachinery/names';
import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import type { Report } from './report.ts';
import { entries, maybe, structs, text, texts } from './values.ts';

export function checkLabelKey(report: Report, key: string, at: At): void {
  report.complain(at, key, qualifiedNameFaults(key));
}

/** Keys and values are complained about under the name of the whole map. */
export function checkLabels(report: Report, holder: JsonObject, name: string, at: At): void {
  for (const [key, value] of entries(holder, name)) {
    checkLabelKey(report, key, at);
    report.complain(at, value, labelValueFaults(value));
  }
}

export function checkSelector(report: Report, selector: JsonObject | undefined, at: At): void {
  if (!selector) return;
  checkLabels(report, selector, 'matchLabels', at.field('matchLabels'));
  for (const [index, requirement] of structs(selector, 'matchExpressions').entries()) {
    checkRequirement(report, requirement, at.field('matchExpressions').index(index));
  }
}

function checkRequirement(report: Report, requirement: JsonObject, at: At): void {
  const operator = text(requirement, 'operator');
  const values = texts(requirement, 'values');
  checkOperands(report, operator, values, at);
  if (!OPERATORS.has(operator)) report.invalid(at.field('operator'), operator, 'not a valid selector operator');
  const key = text(requirement, 'key');
  checkLabelKey(report, key, at.field('key'));
  for (const [index, value] of values.entries()) {
    report.complain(at.field('values').index(index), value, labelValueFaults(value));
  }
}

const OPERATORS = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist']);

export function checkOperands(report: Report, operator: string, values: readonly string[], at: At): void {
  if ((operator === 'In' || operator === 'NotIn') && values.length === 0) {
    report.required(at.field('values'), "must be specified when `operator` is 'In' or 'NotIn'");
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && values.length > 0) {
    report.forbidden(at.field('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
  }
}

export function isEmptySelector(selector: JsonObject): boolean {
  return entries(selector, 'matchLabels').length + structs(selector, 'matchExpressions').length === 0;
}

/** Whether a selector can be used at all. */
export function isUsableSelector(selector: JsonObject | undefined): boolean {
  const labels = entries(selector ?? {}, 'matchLabels');
  const isSound = ([key, value]: readonly [string, string]): boolean =>
    qualifiedNameFaults(key).length === 0 && labelValueFaults(value).length === 0;
  if (!labels.every(isSound)) return false;
  return structs(selector ?? {}, 'matchExpressions').every((requirement) => {
    const operator = text(requirement, 'operator');
    const count = texts(requirement, 'values').length;
    if (!OPERATORS.has(operator)) return false;
    const takesValues = operator === 'In' || operator === 'NotIn';
    const isWell = takesValues ? count > 0 : count === 0;
    return (
      isWell &&
      qualifiedNameFaults(text(requirement, 'key')).length === 0 &&
      texts(requirement, 'values').every((value) => labelValueFaults(value).length === 0)
    );
  });
}

/** Whether the labels of `holder` are selected. */
export function selects(selector: JsonObject, labels: JsonObject): boolean {
  const isSet = (key: string): boolean => Object.hasOwn(labels, key);
  if (entries(selector, 'matchLabels').some(([key, value]) => labels[key] !== value)) return false;
  return structs(selector, 'matchExpressions').every((requirement) => {
    const key = text(requirement, 'key');
    const isAmong = isSet(key) && texts(requirement, 'values').includes(labels[key] as string);
    switch (text(requirement, 'operator')) {
      case 'In':
        return isAmong;
      case 'NotIn':
        return !isAmong;
      case 'Exists':
        return isSet(key);
      default:
        return !isSet(key);
    }
  });
}

/** A selector the way the server prints it. */
export function shownSelector(holder: JsonObject, name: string): JsonObject | null {
  const selector = maybe(holder, name);
  if (!selector) return null;
  const labels = Object.fromEntries(entries(selector, 'matchLabels'));
  return {
    ...(Object.keys(labels).length > 0 && { matchLabels: labels }),
    ...(structs(selector, 'matchExpressions').length > 0 && {
      matchExpressions: structs(selector, 'matchExpressions'),
    }),
  };
}
