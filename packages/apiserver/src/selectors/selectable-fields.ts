import type { FieldReaders } from '@slipway/apimachinery/selectors';
import { fieldAt, type KubeObject } from '../objects/index.ts';

type Reader = (object: KubeObject) => string;

/** What a selectable field is: where it is stored, and the value it has when it is not there. */
const at = (path: string, absent = ''): Reader => {
  const keys = path.split('.');
  return (object) => text(fieldAt(object, keys), absent);
};

function text(value: unknown, absent: string): string {
  if (value === undefined || value === null) return absent;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const same = (...fields: readonly string[]): Record<string, Reader> =>
  Object.fromEntries(fields.map((field) => [field, at(field)]));

const reference = (name: string, stored: string, fields: readonly string[]): Record<string, Reader> =>
  Object.fromEntries(fields.map((field) => [`${name}.${field}`, at(`${stored}.${field}`)]));

const reportingController = at('reportingComponent');

/** K-55: fields beside metadata that built-in kinds can be selected by. Paths are those of the stored form. */
const BUILT_IN: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  pods: {
    ...same('spec.nodeName', 'spec.restartPolicy', 'spec.schedulerName', 'spec.serviceAccountName', 'status.phase'),
    ...same('status.podIP', 'status.nominatedNodeName'),
    'spec.hostNetwork': at('spec.hostNetwork', 'false'),
    'status.podIPs': (object) => {
      const ips = fieldAt(object, ['status', 'podIPs']);
      return Array.isArray(ips) ? ips.map((ip) => text(fieldAt(ip, ['ip']), '')).join(',') : '';
    },
  },
  nodes: { 'spec.unschedulable': at('spec.unschedulable', 'false') },
  events: {
    ...same('type', 'reason'),
    ...reference('involvedObject', 'involvedObject', [
      'kind',
      'namespace',
      'name',
      'uid',
      'apiVersion',
      'resourceVersion',
      'fieldPath',
    ]),
    reportingComponent: reportingController,
    source: (object) => text(fieldAt(object, ['source', 'component']), '') || reportingController(object),
  },
  'events.events.k8s.io': {
    ...same('type', 'reason'),
    ...reference('regarding', 'involvedObject', ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'fieldPath']),
    reportingController,
  },
  secrets: same('type'),
  namespaces: same('status.phase'),
  services: { ...same('spec.clusterIP'), 'spec.type': at('spec.type') },
  'jobs.batch': { 'status.successful': at('status.succeeded', '0') },
  'certificatesigningrequests.certificates.k8s.io': same('spec.signerName'),
  replicationcontrollers: { 'status.replicas': at('status.replicas', '0') },
  'resourceslices.resource.k8s.io': { 'spec.nodeName': at('spec.nodeName'), 'spec.driver': at('spec.driver') },
};

const WITHOUT_NAMESPACE = new Set(['nodes', 'namespaces', 'certificatesigningrequests.certificates.k8s.io']);
const NAME = at('metadata.name');
const NAMESPACE = at('metadata.namespace');

/** The fields that a resource can be selected by. `declared` are the JSON paths of a CRD's selectableFields. */
export function selectableFields(resource: string, declared: readonly string[] = []): FieldReaders<KubeObject> {
  const own = BUILT_IN[resource];
  return (field) => {
    if (field === 'metadata.name') return NAME;
    if (field === 'metadata.namespace') return WITHOUT_NAMESPACE.has(resource) ? undefined : NAMESPACE;
    if (own) return Object.hasOwn(own, field) ? own[field] : undefined;
    return declared.includes(`.${field}`) ? at(field) : undefined;
  };
}

/** The complaint about a field that is none of them. */
export function unknownFieldMessage(resource: string, custom: boolean): (field: string) => string {
  const known = Object.hasOwn(BUILT_IN, resource);
  if (resource === 'jobs.batch') return (field) => `field label ${JSON.stringify(field)} not supported for Job`;
  return (field) =>
    known || custom
      ? `field label not supported: ${field}`
      : `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`;
}
