import { dns1123LabelFaults, dns1123SubdomainFaults } from '@slipway/apimachinery/names';
import { nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import { checkClaimTemplate } from './claims.ts';
import { checkFieldReference, checkResourceReference } from './field-references.ts';
import { checkDescendingPath, checkFileMode, checkNoBacksteps, checkVolumePath } from './paths.ts';
import { Report } from './report.ts';
import { has, maybe, maybeNumber, number, structs, text } from './values.ts';

type SourceCheck = (report: Report, source: JsonObject, at: At) => void;

const requires =
  (...names: string[]): SourceCheck =>
  (report, source, at) => {
    for (const name of names) if (text(source, name) === '') report.required(at.field(name));
  };

const unchecked: SourceCheck = () => {};

/** Kinds of volume in the order in which a server looks at them. */
const SOURCES: readonly (readonly [name: string, check: SourceCheck])[] = [
  ['emptyDir', checkEmptyDir],
  ['hostPath', checkHostPath],
  ['gitRepo', checkGitRepo],
  ['gcePersistentDisk', requires('pdName')],
  ['awsElasticBlockStore', requires('volumeID')],
  ['secret', checkSecretVolume],
  ['nfs', checkNfs],
  ['iscsi', requires('targetPortal', 'iqn')],
  ['glusterfs', requires('endpoints', 'path')],
  ['flocker', unchecked],
  ['persistentVolumeClaim', requires('claimName')],
  ['rbd', unchecked],
  ['cinder', requires('volumeID')],
  ['cephfs', unchecked],
  ['quobyte', unchecked],
  ['downwardAPI', checkDownwardVolume],
  ['fc', unchecked],
  ['flexVolume', requires('driver')],
  ['configMap', checkConfigMapVolume],
  ['azureFile', requires('secretName', 'shareName')],
  ['vsphereVolume', requires('volumePath')],
  ['photonPersistentDisk', requires('pdID')],
  ['portworxVolume', requires('volumeID')],
  ['azureDisk', unchecked],
  ['storageos', unchecked],
  ['projected', checkProjectedVolume],
  ['scaleIO', requires('gateway', 'system', 'volumeName')],
  ['csi', checkCsi],
  ['ephemeral', checkEphemeral],
  ['image', checkImage],
];

/** The volumes of a pod; returns those without fault, by name, for the mounts to refer to. */
export function checkVolumes(
  report: Report,
  volumes: readonly JsonObject[],
  podName: string,
  at: At,
): ReadonlyMap<string, JsonObject> {
  const sound = new Map<string, JsonObject>();
  const owned = new Set(
    podName === ''
      ? []
      : volumes.filter((volume) => has(volume, 'ephemeral')).map((volume) => `${podName}-${text(volume, 'name')}`),
  );
  for (const [index, volume] of volumes.entries()) {
    const own = new Report();
    const name = text(volume, 'name');
    const here = at.index(index);
    checkSource(own, volume, podName, here);
    if (name === '') own.required(here.field('name'));
    else own.complain(here.field('name'), name, dns1123LabelFaults(name));
    if (sound.has(name)) own.duplicate(here.field('name'), name);
    if (own.isClean) sound.set(name, volume);
    else report.add(own.errors);
    const claim = maybe(volume, 'persistentVolumeClaim');
    if (claim && owned.has(text(claim, 'claimName'))) {
      const why = 'must not reference a PVC that gets created for an ephemeral volume';
      report.invalid(here.field('persistentVolumeClaim').field('claimName'), text(claim, 'claimName'), why);
    }
  }
  return sound;
}

function checkSource(report: Report, volume: JsonObject, podName: string, at: At): void {
  let first: string | undefined;
  for (const [name, check] of SOURCES) {
    const source = maybe(volume, name);
    if (!source) continue;
    if (first !== undefined) {
      report.forbidden(at.field(name), 'may not specify more than 1 volume type');
      continue;
    }
    first = name;
    check(report, source, at.field(name === 'gcePersistentDisk' ? 'persistentDisk' : name));
    if (name === 'ephemeral' && podName !== '' && text(volume, 'name') !== '') {
      const claim = `${podName}-${text(volume, 'name')}`;
      const complaints = dns1123SubdomainFaults(claim).map((one) => `PVC name "${claim}": ${one}`);
      report.complain(at.field('name'), text(volume, 'name'), complaints);
    }
  }
  if (first === undefined) report.required(at, 'must specify a volume type');
}

function checkEmptyDir(report: Report, source: JsonObject, at: At): void {
  const limit = text(source, 'sizeLimit');
  if (limit !== '' && nanosOf(parseQuantity(limit)) < 0n) {
    report.forbidden(at.field('sizeLimit'), 'SizeLimit field must be a valid resource quantity');
  }
}

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

function checkHostPath(report: Report, source: JsonObject, at: At): void {
  const path = text(source, 'path');
  if (path === '') {
    report.required(at.field('path'));
    return;
  }
  checkNoBacksteps(report, path, at.field('path'));
  report.oneOf(at.field('type'), text(source, 'type'), HOST_PATH_TYPES);
}

function checkGitRepo(report: Report, source: JsonObject, at: At): void {
  if (text(source, 'repository') === '') report.required(at.field('repository'));
  checkDescendingPath(report, text(source, 'directory'), at.field('directory'));
}

function checkNfs(report: Report, source: JsonObject, at: At): void {
  requires('server', 'path')(report, source, at);
  const path = text(source, 'path');
  if (!path.startsWith('/')) report.invalid(at.field('path'), path, 'must be an absolute path');
}

function checkItems(report: Report, source: JsonObject, at: At, paths?: Set<string>, projected?: At): void {
  for (const [index, item] of structs(source, 'items').entries()) {
    const here = at.field('items').index(index);
    const path = text(item, 'path');
    if (text(item, 'key') === '') report.required(here.field('key'));
    if (path === '') report.required(here.field('path'));
    checkVolumePath(report, path, here.field('path'));
    checkFileMode(report, maybeNumber(item, 'mode'), here.field('mode'));
    if (paths && projected) checkUniquePath(report, path, text(source, 'name'), paths, projected);
  }
}

function checkUniquePath(report: Report, path: string, shown: string, paths: Set<string>, at: At): void {
  if (path === '') return;
  if (paths.has(path)) report.invalid(at, shown, 'conflicting duplicate paths');
  paths.add(path);
}

function checkSecretVolume(report: Report, source: JsonObject, at: At): void {
  requires('secretName')(report, source, at);
  checkFileMode(report, maybeNumber(source, 'defaultMode'), at.field('defaultMode'));
  checkItems(report, source, at);
}

function checkConfigMapVolume(report: Report, source: JsonObject, at: At): void {
  requires('name')(report, source, at);
  checkFileMode(report, maybeNumber(source, 'defaultMode'), at.field('defaultMode'));
  checkItems(report, source, at);
}

function checkDownwardVolume(report: Report, source: JsonObject, at: At): void {
  checkFileMode(report, maybeNumber(source, 'defaultMode'), at.field('defaultMode'));
  for (const file of structs(source, 'items')) checkDownwardFile(report, file, at);
}

function checkDownwardFile(report: Report, file: JsonObject, at: At): void {
  const path = text(file, 'path');
  if (path === '') report.required(at.field('path'));
  checkVolumePath(report, path, at.field('path'));
  const field = maybe(file, 'fieldRef');
  const resource = maybe(file, 'resourceFieldRef');
  if (field) {
    checkFieldReference(report, field, true, at.field('fieldRef'));
    if (resource) report.invalid(at, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously');
  } else if (resource) checkResourceReference(report, resource, true, at.field('resourceFieldRef'));
  else report.required(at, 'one of fieldRef and resourceFieldRef is required');
  checkFileMode(report, maybeNumber(file, 'mode'), at.field('mode'));
}

function checkProjectedVolume(report: Report, volume: JsonObject, at: At): void {
  checkFileMode(report, maybeNumber(volume, 'defaultMode'), at.field('defaultMode'));
  const paths = new Set<string>();
  for (const [index, source] of structs(volume, 'sources').entries()) {
    const here = at.field('sources').index(index);
    for (const kind of ['secret', 'configMap']) {
      const one = maybe(source, kind);
      if (!one) continue;
      if (text(one, 'name') === '') report.required(here.field(kind).field('name'));
      checkItems(report, one, here.field(kind), paths, at);
    }
    for (const file of structs(maybe(source, 'downwardAPI') ?? {}, 'items')) {
      checkDownwardFile(report, file, here.field('downwardAPI'));
      checkUniquePath(report, text(file, 'path'), text(file, 'path'), paths, at);
    }
    const token = maybe(source, 'serviceAccountToken');
    if (token) checkToken(report, token, here.field('serviceAccountToken'), at);
    if (Object.keys(source).length > 1) report.forbidden(here, 'may not specify more than 1 volume type');
  }
}

function checkToken(report: Report, token: JsonObject, here: At, at: At): void {
  const seconds = number(token, 'expirationSeconds');
  if (seconds < 600) {
    report.invalid(here.field('expirationSeconds'), seconds, 'may not specify a duration less than 10 minutes');
  }
  if (seconds > 2 ** 32) {
    report.invalid(here.field('expirationSeconds'), seconds, 'may not specify a duration larger than 2^32 seconds');
  }
  const path = text(token, 'path');
  if (path === '') report.required(at.field('path'));
  else checkVolumePath(report, path, at.field('path'));
}

export function checkDriverName(report: Report, name: string, at: At): void {
  if (name === '') {
    report.required(at);
    return;
  }
  if (name.length > 63) report.tooLong(at, 63);
  report.complain(at, name, dns1123SubdomainFaults(name.toLowerCase()));
}

function checkCsi(report: Report, source: JsonObject, at: At): void {
  checkDriverName(report, text(source, 'driver'), at.field('driver'));
  const secret = maybe(source, 'nodePublishSecretRef');
  if (!secret) return;
  const name = text(secret, 'name');
  if (name === '') report.required(at.field('nodePublishSecretRef').field('name'));
  else report.complain(at.field('name'), name, dns1123SubdomainFaults(name));
}

function checkEphemeral(report: Report, source: JsonObject, at: At): void {
  const template = maybe(source, 'volumeClaimTemplate');
  if (template) checkClaimTemplate(report, template, at.field('volumeClaimTemplate'));
  else report.required(at.field('volumeClaimTemplate'));
}

function checkImage(report: Report, source: JsonObject, at: At): void {
  report.requiredOneOf(at.field('pullPolicy'), text(source, 'pullPolicy'), ['Always', 'IfNotPresent', 'Never']);
}
