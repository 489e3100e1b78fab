import { dns1123LabelFaults, pathSegmentFaults } from '@slipway/apimachinery/names';
import { nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import type { JsonObject } from '../../objects/index.ts';
import {
  type At,
  checkContainerResourceName,
  checkNonNegativeQuantity,
  has,
  maybe,
  maybeNumber,
  number,
  type Report,
  SPEC,
  struct,
  structs,
  text,
} from '../../validation/index.ts';

export function checkAutoscaler(report: Report, object: JsonObject, old: JsonObject | undefined): void {
  const spec = struct(object, 'spec');
  const min = maybeNumber(spec, 'minReplicas');
  const max = number(spec, 'maxReplicas');
  if (min !== undefined && min < 1)
    report.invalid(SPEC.field('minReplicas'), min, 'must be greater than or equal to 1');
  const atMax = SPEC.field('maxReplicas');
  if (max === 0) report.required(atMax, 'must be set and greater than 0');
  else if (max < 0) report.invalid(atMax, max, 'must be greater than or equal to 1');
  if (min !== undefined && max < min) report.invalid(atMax, max, 'must be greater than or equal to `minReplicas`');
  const target = struct(spec, 'scaleTargetRef');
  const oldTarget = struct(struct(old ?? {}, 'spec'), 'scaleTargetRef');
  const isSameKind = old && ['apiVersion', 'kind'].every((name) => text(target, name) === text(oldTarget, name));
  checkReference(
    report,
    target,
    SPEC.field('scaleTargetRef'),
    isSameKind ? 'any' : text(target, 'kind') === 'ReplicationController' ? 'core' : 'grouped',
  );
  for (const [index, metric] of structs(spec, 'metrics').entries()) {
    checkMetric(report, metric, SPEC.field('metrics').index(index));
  }
  if (min === 0 && !structs(spec, 'metrics').some(({ type }) => type === 'Object' || type === 'External')) {
    const why = 'must specify at least one Object or External metric to support scaling to zero replicas';
    report.forbidden(SPEC.field('metrics'), why);
  }
  for (const direction of ['scaleUp', 'scaleDown']) {
    const rules = maybe(struct(spec, 'behavior'), direction);
    if (rules) checkRules(report, rules, SPEC.field('behavior').field(direction));
  }
}

/** `grouped`: the version must name a group; `core`: it may be of the core group; `any`: it is not looked at. */
function checkReference(report: Report, reference: JsonObject, at: At, version: 'grouped' | 'core' | 'any'): void {
  for (const name of ['kind', 'name']) {
    const value = text(reference, name);
    if (value === '') report.required(at.field(name));
    else report.complain(at.field(name), value, pathSegmentFaults(value));
  }
  const given = text(reference, 'apiVersion');
  const parts = given.split('/').length;
  if (version === 'any') return;
  if (parts > 2) report.invalid(at.field('apiVersion'), given, `unexpected GroupVersion string: ${given}`);
  else if (version === 'grouped' && (parts < 2 || given.startsWith('/'))) {
    report.invalid(at.field('apiVersion'), given, 'apiVersion must specify API group');
  }
}

/** Sources of a metric in the order in which a server looks at them, and the type that goes with each. */
const SOURCES = [
  ['object', 'Object'],
  ['external', 'External'],
  ['pods', 'Pods'],
  ['resource', 'Resource'],
  ['containerResource', 'ContainerResource'],
] as const;

const TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

function checkMetric(report: Report, metric: JsonObject, at: At): void {
  const type = text(metric, 'type');
  if (type === '') report.required(at.field('type'), 'must specify a metric source type');
  report.oneOf(at.field('type'), type, TYPES);
  const present = SOURCES.filter(([name]) => has(metric, name));
  const first = present[0]?.[0];
  if (first) checkSource(report, first, struct(metric, first), at.field(first));
  const expected = SOURCES.find(([, wanted]) => wanted === type)?.[0];
  if (!expected) report.unsupported(at.field('type'), type, TYPES);
  else if (!has(metric, expected)) {
    report.required(at.field(expected), 'must populate information for the given metric source');
  }
  if (present.length === 1) return;
  for (const [name] of present) {
    if (name !== expected) report.forbidden(at.field(name), 'must populate the given metric source only');
  }
}

function checkSource(report: Report, kind: (typeof SOURCES)[number][0], source: JsonObject, at: At): void {
  const target = struct(source, 'target');
  const atTarget = at.field('target');
  if (kind === 'object') checkReference(report, struct(source, 'describedObject'), at.field('describedObject'), 'core');
  if (kind === 'resource' || kind === 'containerResource') checkResourceSource(report, kind, source, at);
  else {
    const name = text(struct(source, 'metric'), 'name');
    const atName = at.field('metric').field('name');
    if (name === '') report.required(atName, 'must specify a metric name');
    else report.complain(atName, name, pathSegmentFaults(name));
  }
  checkTarget(report, target, atTarget);
  const [hasValue, hasAverage, hasUtilization] = ['value', 'averageValue', 'averageUtilization'].map((name) =>
    has(target, name),
  );
  const atAverage = atTarget.field('averageValue');
  if (kind === 'object' && !hasValue && !hasAverage) {
    report.required(atAverage, 'must set either a target value or averageValue');
  }
  if (kind === 'external') {
    if (!hasValue && !hasAverage) {
      report.required(atAverage, 'must set either a target value for metric or a per-pod target');
    }
    if (hasValue && hasAverage) {
      const why = 'may not set both a target value for metric and a per-pod target';
      report.forbidden(atTarget.field('value'), why);
    }
  }
  if (kind === 'pods' && !hasAverage) report.required(atAverage, 'must specify a positive target averageValue');
  if (kind !== 'resource' && kind !== 'containerResource') return;
  if (!hasUtilization && !hasAverage) {
    const why = 'must set either a target raw value or a target utilization';
    report.required(atTarget.field('averageUtilization'), why);
  }
  if (hasUtilization && hasAverage) {
    report.forbidden(atAverage, 'may not set both a target raw value and a target utilization');
  }
}

function checkResourceSource(report: Report, kind: string, source: JsonObject, at: At): void {
  const name = text(source, 'name');
  if (name === '') report.required(at.field('name'), 'must specify a resource name');
  else if (kind === 'containerResource') checkContainerResourceName(report, name, at.field('name'));
  if (kind !== 'containerResource') return;
  const container = text(source, 'container');
  if (container === '') report.required(at.field('container'), 'must specify a container');
  else report.complain(at.field('container'), container, dns1123LabelFaults(container));
}

function checkTarget(report: Report, target: JsonObject, at: At): void {
  const type = text(target, 'type');
  if (type === '') report.required(at.field('type'), 'must specify a metric target type');
  if (type !== 'Utilization' && type !== 'Value' && type !== 'AverageValue') {
    report.invalid(at.field('type'), type, 'must be either Utilization, Value, or AverageValue');
  }
  for (const name of ['value', 'averageValue']) {
    const amount = text(target, name);
    if (amount !== '' && nanosOf(parseQuantity(amount)) <= 0n)
      report.invalid(at.field(name), amount, 'must be positive');
  }
  const utilization = maybeNumber(target, 'averageUtilization');
  if (utilization !== undefined && utilization < 1) {
    report.invalid(at.field('averageUtilization'), utilization, 'must be greater than 0');
  }
}

const LONGEST_WINDOW_SECONDS = 3600;

const LONGEST_PERIOD_SECONDS = 1800;

function checkRules(report: Report, rules: JsonObject, at: At): void {
  const window = maybeNumber(rules, 'stabilizationWindowSeconds');
  const atWindow = at.field('stabilizationWindowSeconds');
  if (window !== undefined && window < 0) report.invalid(atWindow, window, 'must be greater than or equal to zero');
  if (window !== undefined && window > LONGEST_WINDOW_SECONDS) {
    report.invalid(atWindow, window, `must be less than or equal to ${LONGEST_WINDOW_SECONDS}`);
  }
  if (has(rules, 'selectPolicy')) {
    report.oneOf(at.field('selectPolicy'), text(rules, 'selectPolicy'), ['Disabled', 'Max', 'Min']);
  }
  const policies = structs(rules, 'policies');
  if (policies.length === 0) report.required(at.field('policies'), 'must specify at least one Policy');
  for (const [index, policy] of policies.entries()) {
    const here = at.field('policies').index(index);
    report.oneOf(here.field('type'), text(policy, 'type'), ['Percent', 'Pods']);
    for (const name of ['value', 'periodSeconds']) report.positive(here.field(name), number(policy, name));
    const period = number(policy, 'periodSeconds');
    if (period > LONGEST_PERIOD_SECONDS) {
      report.invalid(here.field('periodSeconds'), period, `must be less than or equal to ${LONGEST_PERIOD_SECONDS}`);
    }
  }
  const tolerance = text(rules, 'tolerance');
  if (tolerance !== '') checkNonNegativeQuantity(report, tolerance, at.field('tolerance'));
}
