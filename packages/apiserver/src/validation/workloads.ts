import { dns1123LabelFaults } from '@slipway/apimachinery/names';
import { isEqual, type JsonObject, without } from '../objects/index.ts';
import { amountOf, checkAmount, checkAtMostAll } from './amounts.ts';
import { At, SPEC } from './at.ts';
import { checkClaimSpec } from './claims.ts';
import { checkOwnSelector, checkPodTemplate, checkRunsAlways, checkSelected, isUsable } from './pod-template.ts';
import type { Report } from './report.ts';
import { checkSelector, isEmptySelector, shownSelector } from './selectors.ts';
import { has, maybe, number, struct, structs, text } from './values.ts';

const ROLLING = 'RollingUpdate';
const TEMPLATE = SPEC.field('template');

export function checkSameSelector(report: Report, object: JsonObject, old: JsonObject): void {
  const spec = struct(object, 'spec');
  const isSame = isEqual(spec['selector'], struct(old, 'spec')['selector']);
  report.immutable(SPEC.field('selector'), shownSelector(spec, 'selector'), isSame);
}

/** A Deployment's and a ReplicaSet's pods are checked alike. */
function checkReplicas(report: Report, spec: JsonObject): void {
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

/** The ancestor of the ReplicaSet: its selector is a plain map. */
export function checkReplicationController(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  const labels = struct(spec, 'selector');
  const template = maybe(spec, 'template');
  report.nonNegative(SPEC.field('minReadySeconds'), number(spec, 'minReadySeconds'));
  if (Object.keys(labels).length === 0) report.required(SPEC.field('selector'));
  report.nonNegative(SPEC.field('replicas'), number(spec, 'replicas'));
  if (!template) {
    report.required(TEMPLATE);
    return;
  }
  checkSelected(report, { template, selector: { matchLabels: labels } }, TEMPLATE);
  checkPodTemplate(report, template, TEMPLATE);
  checkRunsAlways(report, template, 'ReplicationController', TEMPLATE);
}

const DATA = new At('data');

export function checkControllerRevision(report: Report, object: JsonObject): void {
  report.nonNegative(new At('revision'), number(object, 'revision'));
  const { data } = object;
  if (data === undefined || data === null) report.required(DATA, 'data is mandatory');
  else if (typeof data !== 'object' || Array.isArray(data)) report.required(DATA, 'data must be a valid JSON object');
}

export function checkControllerRevisionChange(report: Report, object: JsonObject, old: JsonObject): void {
  report.nonNegative(new At('revision'), number(object, 'revision'));
  report.immutable(DATA, object['data'], isEqual(object['data'], old['data']));
}

export function checkReplicaSet(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  report.nonNegative(SPEC.field('replicas'), number(spec, 'replicas'));
  report.nonNegative(SPEC.field('minReadySeconds'), number(spec, 'minReadySeconds'));
  checkReplicas(report, spec);
}

export function checkDeployment(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  report.nonNegative(SPEC.field('replicas'), number(spec, 'replicas'));
  checkReplicas(report, spec);
  checkStrategy(report, struct(spec, 'strategy'), SPEC.field('strategy'));
  report.nonNegative(SPEC.field('minReadySeconds'), number(spec, 'minReadySeconds'));
  report.nonNegative(SPEC.field('revisionHistoryLimit'), number(spec, 'revisionHistoryLimit'));
  const deadline = number(spec, 'progressDeadlineSeconds');
  report.nonNegative(SPEC.field('progressDeadlineSeconds'), deadline);
  if (deadline <= number(spec, 'minReadySeconds')) {
    report.invalid(SPEC.field('progressDeadlineSeconds'), deadline, 'must be greater than minReadySeconds');
  }
}

/** Strategies are printed under the names of Go. */
const shownStrategy = (strategy: JsonObject): JsonObject => {
  const update = maybe(strategy, 'rollingUpdate');
  return {
    Type: text(strategy, 'type'),
    RollingUpdate: update ? { MaxUnavailable: update['maxUnavailable'] ?? 0, MaxSurge: update['maxSurge'] ?? 0 } : null,
  };
};

function checkStrategy(report: Report, strategy: JsonObject, at: At): void {
  const update = maybe(strategy, 'rollingUpdate');
  const here = at.field('rollingUpdate');
  if (strategy['type'] === 'Recreate') {
    if (update) report.forbidden(here, "may not be specified when strategy `type` is 'Recreate'");
  } else if (strategy['type'] !== ROLLING) {
    report.unsupported(at, shownStrategy(strategy), ['Recreate', ROLLING]);
  } else if (update) {
    checkAmount(report, update['maxUnavailable'], here.field('maxUnavailable'));
    checkAmount(report, update['maxSurge'], here.field('maxSurge'));
    if (amountOf(update, 'maxUnavailable') === 0 && amountOf(update, 'maxSurge') === 0) {
      report.invalid(here.field('maxUnavailable'), update['maxUnavailable'], 'may not be 0 when `maxSurge` is 0');
    }
    checkAtMostAll(report, update['maxUnavailable'], here.field('maxUnavailable'));
  }
}

export function checkDaemonSet(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  const selector = maybe(spec, 'selector');
  checkSelector(report, selector, SPEC.field('selector'));
  if (isUsable(spec)) checkSelected(report, spec, TEMPLATE);
  if (selector && isEmptySelector(selector)) {
    report.invalid(SPEC.field('selector'), {}, 'empty selector is invalid for daemonset');
  }
  checkPodTemplate(report, struct(spec, 'template'), TEMPLATE);
  checkRunsAlways(report, struct(spec, 'template'), 'DaemonSet', TEMPLATE);
  report.nonNegative(SPEC.field('minReadySeconds'), number(spec, 'minReadySeconds'));
  checkDaemonStrategy(report, struct(spec, 'updateStrategy'), SPEC.field('updateStrategy'));
  report.nonNegative(SPEC.field('revisionHistoryLimit'), number(spec, 'revisionHistoryLimit'));
}

function checkDaemonStrategy(report: Report, strategy: JsonObject, at: At): void {
  if (strategy['type'] === 'OnDelete') return;
  if (strategy['type'] !== ROLLING) {
    report.unsupported(at, shownStrategy(strategy), [ROLLING, 'OnDelete']);
    return;
  }
  const update = struct(strategy, 'rollingUpdate');
  const here = at.field('rollingUpdate');
  for (const name of ['maxUnavailable', 'maxSurge']) checkAmount(report, update[name], here.field(name));
  for (const name of ['maxUnavailable', 'maxSurge']) checkAtMostAll(report, update[name], here.field(name));
  const isUnavailable = amountOf(update, 'maxUnavailable') !== 0;
  const isSurging = amountOf(update, 'maxSurge') !== 0;
  if (isUnavailable && isSurging) {
    report.invalid(here.field('maxSurge'), update['maxSurge'], 'may not be set when maxUnavailable is non-zero');
  } else if (!isUnavailable && !isSurging) {
    report.required(here.field('maxUnavailable'), 'cannot be 0 when maxSurge is 0');
  }
}

const RETENTION = ['Retain', 'Delete'];

export function checkStatefulSet(report: Report, object: JsonObject, isNew: boolean): void {
  const spec = struct(object, 'spec');
  const management = text(spec, 'podManagementPolicy');
  if (management !== 'OrderedReady' && management !== 'Parallel') {
    report.invalid(SPEC.field('podManagementPolicy'), management, "must be 'OrderedReady' or 'Parallel'");
  }
  checkSetStrategy(report, struct(spec, 'updateStrategy'), SPEC.field('updateStrategy'));
  const retention = maybe(spec, 'persistentVolumeClaimRetentionPolicy');
  for (const name of retention ? ['whenDeleted', 'whenScaled'] : []) {
    const at = SPEC.field('persistentVolumeClaimRetentionPolicy').field(name);
    report.oneOf(at, text(retention ?? {}, name), RETENTION);
  }
  const claims = structs(spec, 'volumeClaimTemplates');
  for (const [index, claim] of isNew ? claims.entries() : []) {
    checkClaimSpec(report, struct(claim, 'spec'), SPEC.field('volumeClaimTemplates').index(index).field('spec'));
  }
  report.nonNegative(SPEC.field('replicas'), number(spec, 'replicas'));
  report.nonNegative(SPEC.field('minReadySeconds'), number(spec, 'minReadySeconds'));
  report.nonNegative(SPEC.field('ordinals.start'), number(struct(spec, 'ordinals'), 'start'));
  const service = text(spec, 'serviceName');
  if (isNew && service !== '') report.complain(SPEC.field('serviceName'), service, dns1123LabelFaults(service));
  checkOwnSelector(report, spec, 'statefulset', SPEC.field('selector'));
  if (isUsable(spec)) checkSetTemplate(report, spec, claims);
  else report.invalid(SPEC.field('selector'), shownSelector(spec, 'selector'), '');
  checkRunsAlways(report, struct(spec, 'template'), 'StatefulSet', TEMPLATE);
}

/** The claims become volumes of the pods, and the set itself names its pods. */
function checkSetTemplate(report: Report, spec: JsonObject, claims: readonly JsonObject[]): void {
  const template = struct(spec, 'template');
  const names = claims.map((claim) => text(struct(claim, 'metadata'), 'name'));
  const pods = struct(template, 'spec');
  const volumes = [
    ...names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ...structs(pods, 'volumes').filter((volume) => !names.includes(text(volume, 'name'))),
  ];
  checkSelected(report, spec, TEMPLATE);
  checkPodTemplate(report, { ...template, spec: { ...without(pods, 'hostname', 'subdomain'), volumes } }, TEMPLATE);
}

function checkSetStrategy(report: Report, strategy: JsonObject, at: At): void {
  const update = maybe(strategy, 'rollingUpdate');
  const here = at.field('rollingUpdate');
  const shown = update && { Partition: number(update, 'partition'), MaxUnavailable: update['maxUnavailable'] ?? null };
  if (strategy['type'] === 'OnDelete') {
    if (update) report.invalid(here, shown, "only allowed for updateStrategy 'RollingUpdate'");
  } else if (strategy['type'] !== ROLLING) {
    const value = { Type: text(strategy, 'type'), RollingUpdate: shown ?? null };
    report.invalid(at, value, "must be 'RollingUpdate' or 'OnDelete'");
  } else if (update) {
    report.nonNegative(here.field('partition'), number(update, 'partition'));
    if (!has(update, 'maxUnavailable')) return;
    checkAmount(report, update['maxUnavailable'], here.field('maxUnavailable'));
    if (amountOf(update, 'maxUnavailable') === 0) {
      report.invalid(here.field('maxUnavailable'), update['maxUnavailable'], 'cannot be 0');
    }
    checkAtMostAll(report, update['maxUnavailable'], here.field('maxUnavailable'));
  }
}

const MUTABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

export function checkStatefulSetChange(report: Report, object: JsonObject, old: JsonObject): void {
  const kept = (one: JsonObject): JsonObject => without(struct(one, 'spec'), ...MUTABLE);
  if (isEqual(kept(object), kept(old))) return;
  const names = MUTABLE.slice(0, -1).map((name) => `'${name}'`);
  report.forbidden(
    SPEC,
    `updates to statefulset spec for fields other than ${names.join(', ')} and 'minReadySeconds' are forbidden`,
  );
}

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
