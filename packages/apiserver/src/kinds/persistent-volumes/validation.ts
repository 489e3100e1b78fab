import { nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import { isEqual, type JsonObject } from '../../objects/index.ts';
import {
  At,
  checkAccessModes,
  checkNodeSelector,
  entries,
  has,
  maybe,
  type Report,
  SPEC,
  struct,
  text,
  texts,
  VOLUME_MODES,
} from '../../validation/index.ts';

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
