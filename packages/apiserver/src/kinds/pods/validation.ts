import { isEqual, type JsonObject, without } from '../../objects/index.ts';
import {
  checkDeletionCost,
  checkPodSpec,
  checkTolerations,
  has,
  METADATA,
  maybeNumber,
  type Report,
  rangeComplaint,
  SPEC,
  struct,
  structs,
  text,
} from '../../validation/index.ts';

const LISTS = ['containers', 'initContainers'];

function checkPodItself(report: Report, object: JsonObject): void {
  const metadata = struct(object, 'metadata');
  const spec = struct(object, 'spec');
  checkDeletionCost(report, metadata, METADATA.field('annotations'));
  checkPodSpec(report, spec, { podName: text(metadata, 'name'), isPod: true }, SPEC);
  if (text(spec, 'serviceAccountName') === '') checkTokens(report, spec);
  for (const list of LISTS) {
    for (const [index, container] of structs(spec, list).entries()) checkImage(report, container, list, index);
  }
}

/** Without an account there is nobody whom a token could be of. */
function checkTokens(report: Report, spec: JsonObject): void {
  for (const [index, volume] of structs(spec, 'volumes').entries()) {
    for (const [position, source] of structs(struct(volume, 'projected'), 'sources').entries()) {
      if (!has(source, 'serviceAccountToken')) continue;
      const at = SPEC.field('volumes').index(index).field('projected').field('sources').index(position);
      report.forbidden(at.field('serviceAccountToken'), 'must not be specified when serviceAccountName is not set');
    }
  }
}

function checkImage(report: Report, container: JsonObject, list: string, index: number): void {
  const image = text(container, 'image');
  if (image === image.trim()) return;
  report.invalid(SPEC.field(list).index(index).field('image'), image, 'must not have leading or trailing whitespace');
}

export function checkPod(report: Report, object: JsonObject): void {
  checkPodItself(report, object);
  const spec = struct(object, 'spec');
  if (structs(spec, 'ephemeralContainers').length > 0) {
    report.forbidden(SPEC.field('ephemeralContainers'), 'cannot be set on create');
  }
  if (text(spec, 'nodeName') !== '' && structs(spec, 'schedulingGates').length > 0) {
    report.forbidden(SPEC.field('nodeName'), 'cannot be set until all schedulingGates have been cleared');
  }
}

const MUTABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
];

export function checkPodChange(report: Report, object: JsonObject, old: JsonObject): void {
  checkPodItself(report, object);
  const spec = struct(object, 'spec');
  const oldSpec = struct(old, 'spec');
  for (const list of LISTS) {
    const containers = structs(spec, list);
    if (containers.length !== structs(oldSpec, list).length) {
      report.forbidden(SPEC.field(list), 'pod updates may not add or remove containers');
      return;
    }
    for (const [index, container] of containers.entries()) {
      if (text(container, 'image') === '') report.required(SPEC.field(list).index(index).field('image'));
      checkImage(report, container, list, index);
    }
  }
  if (!isDeadlineAllowed(report, spec, oldSpec)) return;
  checkAddedTolerations(report, structs(spec, 'tolerations'), structs(oldSpec, 'tolerations'));
  checkRemovedGates(report, structs(spec, 'schedulingGates'), structs(oldSpec, 'schedulingGates'));
  const isGated = structs(oldSpec, 'schedulingGates').length > 0;
  if (!isEqual(fixedPart(spec, isGated), fixedPart(oldSpec, isGated))) {
    report.forbidden(SPEC, `pod updates may not change fields other than ${MUTABLE.join(',')}`);
  }
}

/** A deadline may come and be brought forward. */
function isDeadlineAllowed(report: Report, spec: JsonObject, oldSpec: JsonObject): boolean {
  const at = SPEC.field('activeDeadlineSeconds');
  const deadline = maybeNumber(spec, 'activeDeadlineSeconds');
  const before = maybeNumber(oldSpec, 'activeDeadlineSeconds');
  if (deadline === undefined) {
    if (before !== undefined) report.invalid(at, null, 'must not update from a positive integer to nil value');
    return true;
  }
  if (deadline < 0 || deadline > 2 ** 31 - 1) {
    report.invalid(at, deadline, rangeComplaint(0, 2 ** 31 - 1));
    return false;
  }
  if (before === undefined || before >= deadline) return true;
  report.invalid(at, deadline, 'must be less than or equal to previous value');
  return false;
}

function checkAddedTolerations(
  report: Report,
  tolerations: readonly JsonObject[],
  before: readonly JsonObject[],
): void {
  const at = SPEC.field('tolerations');
  const bare = (one: JsonObject): JsonObject => without(one, 'tolerationSeconds');
  const isKept = before.every((old) => tolerations.some((one) => isEqual(bare(one), bare(old))));
  if (isKept) checkTolerations(report, tolerations, at);
  else report.forbidden(at, 'existing toleration can not be modified except its tolerationSeconds');
}

function checkRemovedGates(report: Report, gates: readonly JsonObject[], before: readonly JsonObject[]): void {
  const known = new Set(before.map((gate) => text(gate, 'name')));
  for (const [index, gate] of gates.entries()) {
    const name = text(gate, 'name');
    if (known.has(name)) continue;
    const why = `only deletion is allowed, but found new scheduling gate '${name}'`;
    report.forbidden(SPEC.field('schedulingGates').index(index).field('name'), why);
  }
}

/** What of a running pod may not change. Where it may run is open while a gate holds it. */
function fixedPart(spec: JsonObject, isGated: boolean): JsonObject {
  const free = [
    'activeDeadlineSeconds',
    'tolerations',
    'schedulingGates',
    ...(isGated ? ['nodeSelector', 'affinity'] : []),
  ];
  const { terminationGracePeriodSeconds: grace, ...rest } = without(spec, ...free);
  const lists = LISTS.filter((list) => has(rest, list)).map((list) => [
    list,
    structs(rest, list).map((container) => without(container, 'image')),
  ]);
  // A negative period is read as one second.
  const seconds = typeof grace === 'number' && grace < 0 ? 1 : (grace ?? null);
  return { ...rest, ...Object.fromEntries(lists), terminationGracePeriodSeconds: seconds };
}
