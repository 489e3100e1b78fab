import { qualifiedNameFaults } from '@slipway/apimachinery/names';
import { compareQuantities } from '@slipway/apimachinery/quantity';
import type { JsonObject } from '../../objects/index.ts';
import {
  type At,
  checkContainerResourceName,
  checkResourceName,
  entries,
  has,
  type Report,
  SPEC,
  struct,
  structs,
  text,
} from '../../validation/index.ts';

const LIMIT_TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'];

export function checkLimitRange(report: Report, object: JsonObject): void {
  const seen = new Set<string>();
  for (const [index, limit] of structs(struct(object, 'spec'), 'limits').entries()) {
    const at = SPEC.field('limits').index(index);
    const type = text(limit, 'type');
    const complaints = qualifiedNameFaults(type);
    report.complain(at.field('type'), type, complaints);
    if (complaints.length === 0 && !type.includes('/') && !LIMIT_TYPES.includes(type)) {
      report.invalid(at.field('type'), type, 'must be a standard limit type or fully qualified');
    }
    if (seen.has(type)) report.duplicate(at.field('type'), type);
    seen.add(type);
    checkLimit(report, limit, type, at);
  }
}

function checkLimit(report: Report, limit: JsonObject, type: string, at: At): void {
  const checkName = type === 'Pod' || type === 'Container' ? checkContainerResourceName : checkResourceName;
  const names = (list: string): void => {
    for (const [name] of entries(limit, list)) checkName(report, name, at.field(list).key(name));
  };
  names('max');
  names('min');
  for (const list of ['default', 'defaultRequest']) {
    if (type !== 'Pod') names(list);
    else if (entries(limit, list).length > 0) {
      report.forbidden(at.field(list), "may not be specified when `type` is 'Pod'");
    }
  }
  if (
    type === 'PersistentVolumeClaim' &&
    !has(struct(limit, 'min'), 'storage') &&
    !has(struct(limit, 'max'), 'storage')
  ) {
    const why = 'either minimum or maximum storage value is required, but neither was provided';
    report.required(at.field('limits'), why);
  }
  names('maxLimitRequestRatio');
  const keys = new Set(
    ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'].flatMap((list) =>
      Object.keys(struct(limit, list)),
    ),
  );
  for (const key of [...keys].sort()) checkOrder(report, limit, key, at);
}

/** Which amounts of one resource may not be above which: `[low, high, where, shown, in words]`. */
const ORDERS = [
  ['min', 'max', 'min', 'min', 'min value', 'max value'],
  ['min', 'defaultRequest', 'defaultRequest', 'defaultRequest', 'min value', 'default request value'],
  ['defaultRequest', 'max', 'defaultRequest', 'defaultRequest', 'default request value', 'max value'],
  ['defaultRequest', 'default', 'defaultRequest', 'defaultRequest', 'default request value', 'default limit value'],
  ['min', 'default', 'default', 'min', 'min value', 'default value'],
  ['default', 'max', 'default', 'max', 'default value', 'max value'],
] as const;

function checkOrder(report: Report, limit: JsonObject, key: string, at: At): void {
  const amount = (list: string): string => text(struct(limit, list), key);
  for (const [low, high, where, shown, lowName, highName] of ORDERS) {
    if (amount(low) === '' || amount(high) === '' || compareQuantities(amount(low), amount(high)) <= 0) continue;
    const why = `${lowName} ${amount(low)} is greater than ${highName} ${amount(high)}`;
    report.invalid(at.field(where).key(key), amount(shown), why);
  }
  const ratio = amount('maxLimitRequestRatio');
  if (ratio !== '' && compareQuantities(ratio, '1') < 0) {
    report.invalid(at.field('maxLimitRequestRatio').key(key), ratio, `ratio ${ratio} is less than 1`);
  }
}
