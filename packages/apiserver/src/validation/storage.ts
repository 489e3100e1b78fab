import { dns1123LabelFaults, qualifiedNameFaults } from '@slipway/apimachinery/names';
import { nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import { isEqual, type JsonObject } from '../objects/index.ts';
import { At, METADATA, SPEC } from './at.ts';
import { checkAccessModes, VOLUME_MODES } from './claims.ts';
import type { Report } from './report.ts';
import { checkContainerResources } from './resources.ts';
import { checkNodeSelector, checkTolerations } from './scheduling.ts';
import { checkLabels } from './selectors.ts';
import { entries, has, maybe, number, struct, structs, text, texts } from './values.ts';

export function checkStorageClass(report: Report, object: JsonObject): void {
  const provisioner = text(object, 'provisioner');
  const at = new At('provisioner');
  if (provisioner === '') report.required(at);
  else report.complain(at, provisioner.toLowerCase(), qualifiedNameFaults(provisioner.toLowerCase()));
  for (const [key] of entries(object, 'parameters')) {
    if (key === '') report.invalid(new At('parameters'), key, 'field can not be empty.');
  }
  const policy = text(object, 'reclaimPolicy');
  if (policy !== '') report.oneOf(new At('reclaimPolicy'), policy, ['Delete', 'Retain']);
  const modes = ['Immediate', 'WaitForFirstConsumer'];
  report.oneOf(new At('volumeBindingMode'), text(object, 'volumeBindingMode'), modes);
}

export function checkStorageClassChange(report: Report, object: JsonObject, old: JsonObject): void {
  for (const field of ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']) {
    report.immutable(new At(field), object[field], isEqual(object[field], old[field]));
  }
}

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

export function checkRuntimeClass(report: Report, object: JsonObject): void {
  const handler = text(object, 'handler');
  if (handler === '') report.required(new At('handler'));
  else report.complain(new At('handler'), handler, dns1123LabelFaults(handler));
  const overhead = maybe(object, 'overhead');
  if (overhead)
    checkContainerResources(report, { limits: struct(overhead, 'podFixed') }, new Set(), new At('overhead'));
  const scheduling = maybe(object, 'scheduling');
  if (!scheduling) return;
  checkLabels(report, scheduling, 'nodeSelector', new At('scheduling').field('nodeSelector'));
  checkTolerations(report, structs(scheduling, 'tolerations'), new At('scheduling').field('tolerations'));
}

const VOLUME_SOURCES = [
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cephfs',
  'cinder',
  'csi',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'glusterfs',
  'hostPath',
  'iscsi',
  'local',
  'nfs',
  'photonPersistentDisk',
  'portworxVolume',
  'quobyte',
  'rbd',
  'scaleIO',
  'storageos',
  'vsphereVolume',
];

export function checkVolume(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  const modes = texts(spec, 'accessModes');
  if (modes.length === 0) report.required(SPEC.field('accessModes'));
  checkAccessModes(report, modes, SPEC.field('accessModes'));
  const capacity = entries(spec, 'capacity');
  if (capacity.length === 0) report.required(SPEC.field('capacity'));
  if (capacity.length !== 1 || capacity[0]?.[0] !== 'storage') {
    const shown = capacity.length > 0 ? Object.fromEntries(capacity) : null;
    report.unsupported(SPEC.field('capacity'), shown, ['storage']);
  }
  for (const [name, amount] of capacity) {
    if (nanosOf(parseQuantity(amount)) <= 0n) {
      report.invalid(SPEC.field('capacity').key(name), amount, 'must be greater than zero');
    }
  }
  const policy = text(spec, 'persistentVolumeReclaimPolicy');
  if (policy !== '') report.oneOf(SPEC.field('persistentVolumeReclaimPolicy'), policy, ['Delete', 'Recycle', 'Retain']);
  const affinity = maybe(struct(spec, 'nodeAffinity'), 'required');
  if (affinity) checkNodeSelector(report, affinity, SPEC.field('nodeAffinity').field('required'));
  else if (has(spec, 'nodeAffinity')) {
    report.required(SPEC.field('nodeAffinity').field('required'), 'must specify required node constraints');
  }
  if (!VOLUME_SOURCES.some((source) => has(spec, source))) report.required(SPEC, 'must specify a volume type');
  const mode = spec['volumeMode'];
  if (typeof mode === 'string') report.oneOf(SPEC.field('volumeMode'), mode, VOLUME_MODES);
}

export function checkVolumeChange(report: Report, object: JsonObject, old: JsonObject): void {
  const source = (one: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(struct(one, 'spec')).filter(([name]) => VOLUME_SOURCES.includes(name)));
  if (!isEqual(source(object), source(old))) {
    report.forbidden(SPEC.field('persistentvolumesource'), 'spec.persistentvolumesource is immutable after creation');
  }
  const mode = struct(object, 'spec')['volumeMode'];
  report.immutable(new At('volumeMode'), mode, mode === struct(old, 'spec')['volumeMode']);
}
