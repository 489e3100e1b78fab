import { isEqual, type JsonObject } from '../../objects/index.ts';
import {
  checkQuotaResourceName,
  checkResourceAmount,
  entries,
  isStandardQuotaResource,
  type Report,
  SPEC,
  struct,
  structs,
  text,
  texts,
} from '../../validation/index.ts';

const COUNTED_PODS = ['pods'];

const OF_PODS = [
  ...COUNTED_PODS,
  ...['', 'limits.', 'requests.'].flatMap((prefix) => [`${prefix}cpu`, `${prefix}memory`]),
];

/** What a quota of a scope may count, of the resources that every quota knows. */
const COUNTED_IN: Readonly<Record<string, readonly string[]>> = {
  BestEffort: COUNTED_PODS,
  NotBestEffort: OF_PODS,
  Terminating: OF_PODS,
  NotTerminating: OF_PODS,
  PriorityClass: OF_PODS,
  CrossNamespacePodAffinity: OF_PODS,
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
};

const EXCLUSIVE = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];

/** Scopes that select by being there; the others by the name of a class. */
const WITHOUT_VALUES = [...EXCLUSIVE.flat(), 'CrossNamespacePodAffinity'];

export function checkQuota(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  for (const [name, amount] of entries(spec, 'hard')) {
    const at = SPEC.field('hard').key(name);
    checkQuotaResourceName(report, name, at);
    checkResourceAmount(report, name, amount, at);
  }
  const counted = Object.keys(struct(spec, 'hard')).sort();
  checkScopes(report, texts(spec, 'scopes'), counted);
  checkScopeSelector(report, struct(spec, 'scopeSelector'), counted);
}

function checkScopes(report: Report, scopes: readonly string[], counted: readonly string[]): void {
  const at = SPEC.field('scopes');
  for (const scope of scopes) {
    if (!COUNTED_IN[scope]) report.invalid(at, scopes, 'unsupported scope');
    for (const _ of misplaced(scope, counted)) report.invalid(at, scopes, MISPLACED);
  }
  for (const pair of EXCLUSIVE) {
    if (pair.every((scope) => scopes.includes(scope))) report.invalid(at, scopes, 'conflicting scopes');
  }
}

function checkScopeSelector(report: Report, selector: JsonObject, counted: readonly string[]): void {
  const at = SPEC.field('scopeSelector').field('matchExpressions');
  for (const requirement of structs(selector, 'matchExpressions')) {
    const scope = text(requirement, 'scopeName');
    const operator = text(requirement, 'operator');
    if (!COUNTED_IN[scope]) report.invalid(at.field('scopeName'), scope, 'unsupported scope');
    for (const _ of misplaced(scope, counted)) report.invalid(at, asGoShowsIt(selector), MISPLACED);
    if (WITHOUT_VALUES.includes(scope) && operator !== 'Exists') {
      report.invalid(at.field('operator'), operator, MUST_EXIST);
    }
    checkOperator(report, requirement, operator);
  }
}

/** The type inside a real server has no JSON names. */
const asGoShowsIt = (selector: JsonObject): object => ({
  MatchExpressions: structs(selector, 'matchExpressions').map((requirement) => ({
    ScopeName: text(requirement, 'scopeName'),
    Operator: text(requirement, 'operator'),
    Values: requirement['values'] ?? null,
  })),
});

function checkOperator(report: Report, requirement: JsonObject, operator: string): void {
  const at = SPEC.field('scopeSelector').field('matchExpressions');
  const values = texts(requirement, 'values');
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) {
      report.required(
        at.field('values'),
        "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
      );
    }
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      report.invalid(
        at.field('values'),
        values,
        "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
      );
    }
  } else {
    report.invalid(at.field('operator'), operator, 'not a valid selector operator');
  }
}

const MISPLACED = 'unsupported scope applied to resource';

const MUST_EXIST =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

/** What is counted and has no such scope: a Service does not end. */
function misplaced(scope: string, counted: readonly string[]): readonly string[] {
  const allowed = COUNTED_IN[scope];
  return allowed ? counted.filter((name) => isStandardQuotaResource(name) && !allowed.includes(name)) : [];
}

export function checkQuotaChange(report: Report, object: JsonObject, old: JsonObject): void {
  const scopes = (one: JsonObject): string[] => [...new Set(texts(struct(one, 'spec'), 'scopes'))].sort();
  const shown = texts(struct(object, 'spec'), 'scopes');
  const isSame = isEqual(scopes(object), scopes(old));
  report.immutable(SPEC.field('scopes'), shown.length > 0 ? shown : null, isSame);
}
