import type { JsonObject } from '../../objects/index.ts';
import { At, METADATA, number, type Report, struct, text } from '../../validation/index.ts';

const SYSTEM_CLASSES: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

const HIGHEST_PRIORITY = 1_000_000_000;

export function checkPriorityClass(report: Report, object: JsonObject): void {
  const name = text(struct(object, 'metadata'), 'name');
  const value = number(object, 'value');
  const at = new At('value');
  if (name.startsWith('system-')) {
    const wanted = SYSTEM_CLASSES[name];
    const why =
      wanted === undefined
        ? `${name} is not a known system priority class`
        : value !== wanted
          ? `value of ${name} PriorityClass must be ${wanted}`
          : object['globalDefault'] === true
            ? `globalDefault of ${name} PriorityClass must be false`
            : '';
    if (why !== '') {
      const start = "priority class names with 'system-' prefix are reserved for system use only. error:";
      report.forbidden(METADATA.field('name'), `${start} ${why}`);
    }
  } else if (value > HIGHEST_PRIORITY) {
    report.forbidden(at, `maximum allowed value of a user defined priority is ${HIGHEST_PRIORITY}`);
  }
  const policy = text(object, 'preemptionPolicy');
  if (policy !== '') report.oneOf(new At('preemptionPolicy'), policy, ['PreemptLowerPriority', 'Never']);
}

export function checkPriorityClassChange(report: Report, object: JsonObject, old: JsonObject): void {
  if (number(object, 'value') !== number(old, 'value')) {
    report.forbidden(new At('value'), 'may not be changed in an update.');
  }
  const policy = text(object, 'preemptionPolicy');
  report.immutable(new At('preemptionPolicy'), policy, policy === text(old, 'preemptionPolicy'));
}
