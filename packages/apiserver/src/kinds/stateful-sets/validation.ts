import { dns1123LabelFaults } from '@slipway/apimachinery/names';
import { isEqual, type JsonObject, without } from '../../objects/index.ts';
import {
  type At,
  amountOf,
  checkAmount,
  checkAtMostAll,
  checkClaimSpec,
  checkOwnSelector,
  checkPodTemplate,
  checkRunsAlways,
  checkSelected,
  has,
  isUsable,
  maybe,
  number,
  type Report,
  ROLLING,
  SPEC,
  shownSelector,
  struct,
  structs,
  TEMPLATE,
  text,
} from '../../validation/index.ts';

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
