import { qualifiedNameFaults } from '@slipway/apimachinery/names';
import { nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import type { Report } from './report.ts';
import { text } from './values.ts';

const ENVIRONMENT_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
const VOLUME_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];
const KNOWN_FIELDS = new Set([
  ...ENVIRONMENT_FIELDS,
  ...VOLUME_FIELDS,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);
const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

/** What the downward API may show: more of labels and annotations in a volume than in a variable. */
export function checkFieldReference(report: Report, reference: JsonObject, isVolume: boolean, at: At): void {
  const path = text(reference, 'fieldPath');
  if (path === '') {
    report.required(at.field('fieldPath'));
    return;
  }
  const [, parent = '', key] = /^(.*)\['(.*)'\]$/.exec(path) ?? [];
  if (key !== undefined) {
    if (parent !== 'metadata.annotations' && parent !== 'metadata.labels') {
      report.invalid(
        at.field('fieldPath'),
        path,
        `error converting fieldPath: field label does not support subscript: ${path}`,
      );
    } else
      report.complain(
        at,
        parent === 'metadata.annotations' ? key.toLowerCase() : key,
        qualifiedNameFaults(parent === 'metadata.annotations' ? key.toLowerCase() : key),
      );
    return;
  }
  if (!KNOWN_FIELDS.has(path)) {
    report.invalid(at.field('fieldPath'), path, `error converting fieldPath: field label not supported: ${path}`);
    return;
  }
  report.oneOf(at.field('fieldPath'), path, isVolume ? VOLUME_FIELDS : ENVIRONMENT_FIELDS);
}

const SIZES = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];
const DIVISORS: readonly (readonly [resource: RegExp, allowed: readonly string[], kind: string])[] = [
  [/^(limits|requests)\.cpu$/, ['1m', '1'], 'cpu resource'],
  [/^(limits|requests)\.memory$/, SIZES, 'memory resource'],
  [/^(limits|requests)\.ephemeral-storage$/, SIZES, 'local ephemeral storage resource'],
  [/^(limits|requests)\.hugepages-/, SIZES, 'hugepages resource'],
];

export function checkResourceReference(report: Report, reference: JsonObject, isVolume: boolean, at: At): void {
  const resource = text(reference, 'resource');
  const isKnown = RESOURCES.includes(resource) || /^(requests|limits)\.hugepages-/.test(resource);
  if (isVolume && text(reference, 'containerName') === '') report.required(at.field('containerName'));
  else if (resource === '') report.required(at.field('resource'));
  else if (!isKnown) report.unsupported(at.field('resource'), resource, RESOURCES);

  const divisor = text(reference, 'divisor') || '0';
  if (nanosOf(parseQuantity(divisor)) === 0n) return;
  for (const [pattern, allowed, kind] of DIVISORS) {
    if (!pattern.test(resource) || allowed.includes(divisor)) continue;
    const list = kind === 'cpu resource' ? '1m and 1' : SIZES.join(', ');
    report.invalid(at.field('divisor'), resource, `only divisor's values ${list} are supported with the ${kind}`);
  }
}
