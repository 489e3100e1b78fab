import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import { checkDescendingPath } from './paths.ts';
import type { Report } from './report.ts';
import { has, structs, text } from './values.ts';

/** How a container uses the volumes of its pod: as folders and as devices. */
export function checkMounts(
  report: Report,
  container: JsonObject,
  volumes: ReadonlyMap<string, JsonObject>,
  at: At,
): void {
  const mounts = structs(container, 'volumeMounts');
  const devices = structs(container, 'volumeDevices');
  checkVolumeMounts(report, mounts, devices, container, volumes, at.field('volumeMounts'));
  checkDevices(report, devices, mounts, volumes, at.field('volumeDevices'));
}

const names = (parts: readonly JsonObject[], name: string): ReadonlySet<string> =>
  new Set(parts.map((part) => text(part, name)));

function checkVolumeMounts(
  report: Report,
  mounts: readonly JsonObject[],
  devices: readonly JsonObject[],
  container: JsonObject,
  volumes: ReadonlyMap<string, JsonObject>,
  at: At,
): void {
  const seen = new Set<string>();
  const deviceNames = names(devices, 'name');
  const devicePaths = names(devices, 'devicePath');
  for (const [index, mount] of mounts.entries()) {
    const here = at.index(index);
    const name = text(mount, 'name');
    const path = text(mount, 'mountPath');
    if (name === '') report.required(here.field('name'));
    if (!volumes.has(name)) report.unknown(here.field('name'), name);
    if (path === '') report.required(here.field('mountPath'));
    if (seen.has(path)) report.invalid(here.field('mountPath'), path, 'must be unique');
    seen.add(path);
    if (deviceNames.has(name)) {
      report.invalid(here.field('name'), name, 'must not already exist in volumeDevices');
    }
    if (devicePaths.has(path)) {
      report.invalid(here.field('mountPath'), path, 'must not already exist as a path in volumeDevices');
    }
    const subPath = text(mount, 'subPath');
    const expression = text(mount, 'subPathExpr');
    if (subPath !== '') checkDescendingPath(report, subPath, at.field('subPath'));
    if (expression !== '') {
      if (subPath !== '') {
        report.invalid(here.field('subPathExpr'), expression, 'subPathExpr and subPath are mutually exclusive');
      }
      checkDescendingPath(report, expression, at.field('subPathExpr'));
    }
    checkPropagation(report, mount, container, at);
  }
}

function checkPropagation(report: Report, mount: JsonObject, container: JsonObject, at: At): void {
  const here = at.field('mountPropagation');
  const propagation = text(mount, 'mountPropagation');
  if (has(mount, 'mountPropagation')) {
    report.oneOf(here, propagation, ['Bidirectional', 'HostToContainer', 'None']);
    const context = container['securityContext'] as JsonObject | undefined;
    if (propagation === 'Bidirectional' && context?.['privileged'] !== true) {
      report.forbidden(here, 'Bidirectional mount propagation is available only to privileged containers');
    }
  }
  if (!has(mount, 'recursiveReadOnly')) return;
  const atRecursive = at.field('recursiveReadOnly');
  const recursive = text(mount, 'recursiveReadOnly');
  if (recursive === 'Disabled') return;
  if (recursive !== 'Enabled' && recursive !== 'IfPossible') {
    report.unsupported(atRecursive, recursive, ['Disabled', 'Enabled', 'IfPossible']);
    return;
  }
  if (mount['readOnly'] !== true) report.forbidden(atRecursive, 'may only be specified when readOnly is true');
  if (propagation !== '' && propagation !== 'None') {
    report.forbidden(atRecursive, 'may only be specified when mountPropagation is None or not specified');
  }
}

function checkDevices(
  report: Report,
  devices: readonly JsonObject[],
  mounts: readonly JsonObject[],
  volumes: ReadonlyMap<string, JsonObject>,
  at: At,
): void {
  const seenNames = new Set<string>();
  const seenPaths = new Set<string>();
  for (const [index, device] of devices.entries()) {
    const here = at.index(index);
    const name = text(device, 'name');
    const path = text(device, 'devicePath');
    const volume = volumes.get(name);
    if (name === '') report.required(here.field('name'));
    if (seenNames.has(name)) report.invalid(here.field('name'), name, 'must be unique');
    if (volume && !has(volume, 'persistentVolumeClaim') && !has(volume, 'ephemeral')) {
      const why = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      report.invalid(here.field('name'), name, why);
    }
    if (!volume) report.unknown(here.field('name'), name);
    if (path === '') report.required(here.field('devicePath'));
    if (seenPaths.has(path)) report.invalid(here.field('devicePath'), path, 'must be unique');
    if (path.split('/').includes('..'))
      report.invalid(here.field('devicePath'), path, "can not contain backsteps ('..')");
    else seenPaths.add(path);
    if (names(mounts, 'name').has(name))
      report.invalid(here.field('name'), name, 'must not already exist in volumeMounts');
    if (names(mounts, 'mountPath').has(path)) {
      report.invalid(here.field('devicePath'), path, 'must not already exist as a path in volumeMounts');
    }
    if (name !== '') seenNames.add(name);
  }
}
