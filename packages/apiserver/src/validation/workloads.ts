import { isEqual, type JsonObject } from '../objects/index.ts';
import { type At, SPEC } from './at.ts';
import { checkOwnSelector, checkPodTemplate, checkRunsAlways, checkSelected, isUsable } from './pod-template.ts';
import type { Report } from './report.ts';
import { shownSelector } from './selectors.ts';
import { maybe, number, struct, text } from './values.ts';

export const ROLLING = 'RollingUpdate';

export const TEMPLATE = SPEC.field('template');

export function checkSameSelector(report: Report, object: JsonObject, old: JsonObject): void {
  const spec = struct(object, 'spec');
  const isSame = isEqual(spec['selector'], struct(old, 'spec')['selector']);
  report.immutable(SPEC.field('selector'), shownSelector(spec, 'selector'), isSame);
}

/** A Deployment's and a ReplicaSet's pods are checked alike. */
export function checkReplicas(report: Report, spec: JsonObject): void {
  checkOwnSelector(report, spec, 'deployment', SPEC.field('selector'));
  if (!isUsable(spec)) {
    report.invalid(SPEC.field('selector'), shownSelector(spec, 'selector'), 'invalid label selector');
    return;
  }
  const template = struct(spec, 'template');
  checkSelected(report, spec, TEMPLATE);
  checkPodTemplate(report, template, TEMPLATE);
  checkRunsAlways(report, template, 'ReplicaSet', TEMPLATE);
}

/** Strategies are printed under the names of Go. */
export const shownStrategy = (strategy: JsonObject): JsonObject => {
  const update = maybe(strategy, 'rollingUpdate');
  return {
    Type: text(strategy, 'type'),
    RollingUpdate: update ? { MaxUnavailable: update['maxUnavailable'] ?? 0, MaxSurge: update['maxSurge'] ?? 0 } : null,
  };
};

/** Counts of a status: none is negative, none is more than there are replicas, none goes back. */
export function checkReplicaStatus(
  report: Report,
  status: JsonObject,
  counts: readonly string[],
  bounded: readonly string[],
  ready: string,
  at: At,
): void {
  for (const name of counts) report.nonNegative(at.field(name), number(status, name));
  const replicas = number(status, 'replicas');
  for (const name of bounded) {
    const count = number(status, name);
    if (count > replicas) report.invalid(at.field(name), count, 'cannot be greater than status.replicas');
  }
  const available = number(status, 'availableReplicas');
  if (available > number(status, 'readyReplicas')) {
    report.invalid(at.field('availableReplicas'), available, `cannot be greater than ${ready}`);
  }
}
