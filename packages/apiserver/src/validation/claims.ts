import { dns1123LabelFaults, dns1123SubdomainFaults } from '@slipway/apimachinery/names';
import { nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import { annotationErrors } from '../metadata/index.ts';
import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import type { Report } from './report.ts';
import { checkNonNegativeQuantity } from './resources.ts';
import { checkLabels, checkSelector } from './selectors.ts';
import { has, maybe, struct, text, texts } from './values.ts';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

export const VOLUME_MODES = ['Block', 'Filesystem'];

export function checkAccessModes(report: Report, modes: readonly string[], at: At): void {
  for (const mode of modes) report.oneOf(at, mode, ACCESS_MODES);
  const isOther = (mode: string): boolean => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode);
  if (modes.includes('ReadWriteOncePod') && modes.some(isOther)) {
    report.forbidden(at, 'may not use ReadWriteOncePod with other access modes');
  }
}

export function checkClaimSpec(report: Report, spec: JsonObject, at: At): void {
  const modes = texts(spec, 'accessModes');
  if (modes.length === 0) report.required(at.field('accessModes'), 'at least 1 access mode is required');
  checkSelector(report, maybe(spec, 'selector'), at.field('selector'));
  checkAccessModes(report, modes, at.field('accessModes'));
  const storage = text(struct(struct(spec, 'resources'), 'requests'), 'storage');
  const atStorage = at.field('resources').key('storage');
  if (storage === '') report.required(atStorage);
  else if (nanosOf(parseQuantity(storage)) <= 0n) report.invalid(atStorage, storage, 'must be greater than zero');
  else checkNonNegativeQuantity(report, storage, atStorage);
  const storageClass = text(spec, 'storageClassName');
  if (storageClass !== '')
    report.complain(at.field('storageClassName'), storageClass, dns1123SubdomainFaults(storageClass));
  if (has(spec, 'volumeMode')) report.oneOf(at.field('volumeMode'), text(spec, 'volumeMode'), VOLUME_MODES);
  for (const name of ['dataSource', 'dataSourceRef']) {
    const source = maybe(spec, name);
    if (source) checkDataSource(report, source, at.field(name));
  }
}

function checkDataSource(report: Report, source: JsonObject, at: At): void {
  for (const name of ['name', 'kind']) if (text(source, name) === '') report.required(at.field(name));
  const group = text(source, 'apiGroup');
  if (group === '' && text(source, 'kind') !== 'PersistentVolumeClaim') {
    report.invalid(at, text(source, 'kind'), "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
  }
  if (group !== '') report.complain(at.field('apiGroup'), group, dns1123SubdomainFaults(group));
  const namespace = text(source, 'namespace');
  if (namespace !== '') report.complain(at.field('namespace'), namespace, dns1123LabelFaults(namespace));
}

export function checkClaimTemplate(report: Report, template: JsonObject, at: At): void {
  const metadata = struct(template, 'metadata');
  const atMetadata = at.field('metadata');
  const annotations = struct(metadata, 'annotations') as Readonly<Record<string, string>>;
  report.add(annotationErrors(annotations, atMetadata.field('annotations').path));
  checkLabels(report, metadata, 'labels', atMetadata.field('labels'));
  for (const name of Object.keys(metadata)) {
    if (name !== 'annotations' && name !== 'labels') report.forbidden(atMetadata.field(name), 'cannot be set');
  }
  checkClaimSpec(report, struct(template, 'spec'), at.field('spec'));
}
