import { fieldAt, isJsonObject, type KubeObject, textAt } from '../objects/index.ts';
import {
  ageColumn,
  at,
  boolean,
  type CellOf,
  column,
  conditionStatus,
  count,
  createdColumn,
  integer,
  keys,
  listAt,
  make,
  NONE,
  nameColumn,
  numberAt,
  type TableColumn,
  wide,
} from './column.ts';
import { age } from './duration.ts';

const ROLE_PREFIX = 'node-role.kubernetes.io/';

function serviceOf(registration: KubeObject): string {
  const name = textAt(registration, 'spec', 'service', 'name');
  return name === '' ? 'Local' : `${textAt(registration, 'spec', 'service', 'namespace')}/${name}`;
}

function holderOf(address: KubeObject): string {
  const parts = ['group', 'resource', 'namespace', 'name'].map((part) => textAt(address, 'spec', 'parentRef', part));
  return parts.filter((part) => part !== '').join('/');
}

/** With the reason where it is not. */
function availability(registration: KubeObject): string {
  const found = listAt(registration, 'status.conditions').find((one) => textAt(one, 'type') === 'Available');
  if (!found) return 'Unknown';
  const status = textAt(found, 'status');
  return status === 'True' ? status : `${status} (${textAt(found, 'reason')})`;
}

function nodeStatus(node: KubeObject): string {
  const ready = conditionStatus(node, 'Ready');
  const word = ready === '' ? 'Unknown' : ready === 'True' ? 'Ready' : 'NotReady';
  return fieldAt(node, ['spec', 'unschedulable']) === true ? `${word},SchedulingDisabled` : word;
}

function nodeRoles({ metadata }: KubeObject): string {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return key.slice(ROLE_PREFIX.length);
    return key === 'kubernetes.io/role' ? value : [];
  });
  return [...new Set(roles.filter(Boolean))].sort().join(',') || NONE;
}

const nodeAddress =
  (type: string): CellOf =>
  (node) => {
    const found = listAt(node, 'status.addresses').find((address) => textAt(address, 'type') === type);
    return textAt(found, 'address') || NONE;
  };

function kernel(node: KubeObject): string {
  const architecture = textAt(node, 'status', 'nodeInfo', 'architecture');
  const version = textAt(node, 'status', 'nodeInfo', 'kernelVersion') || '<unknown>';
  return architecture ? `${version} (${architecture})` : version;
}

/** A field of an event under its core name or, as events.k8s.io shows it, its newer one. */
const either = (event: KubeObject, core: string, newer: string): unknown => event[core] ?? event[newer];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function firstSeen(event: KubeObject, now: number): string {
  return age(either(event, 'firstTimestamp', 'deprecatedFirstTimestamp') ?? event['eventTime'], now);
}

function lastSeen(event: KubeObject, now: number): string {
  const series = fieldAt(event, ['series', 'lastObservedTime']);
  const last = series ?? either(event, 'lastTimestamp', 'deprecatedLastTimestamp') ?? undefined;
  return last === undefined ? firstSeen(event, now) : age(last, now);
}

function eventCount(event: KubeObject): number {
  if (event['series'] !== undefined) return numberAt(event, 'series.count');
  return numberAt({ count: either(event, 'count', 'deprecatedCount') }, 'count') || 1;
}

function eventObject(event: KubeObject): string {
  const involved = either(event, 'involvedObject', 'regarding');
  const name = textAt(involved, 'name');
  const kind = textAt(involved, 'kind').toLowerCase();
  return name ? `${kind}/${name}` : kind;
}

function eventSource(event: KubeObject): string {
  const source = either(event, 'source', 'deprecatedSource');
  const component = textAt(source, 'component') || textOf(either(event, 'reportingComponent', 'reportingController'));
  const host = textAt(source, 'host') || textAt(event, 'reportingInstance');
  return [component, host].filter(Boolean).join(', ');
}

const eventColumns: readonly TableColumn[] = [
  column('Last Seen', lastSeen),
  column('Type', at('type')),
  column('Reason', at('reason')),
  column('Object', eventObject),
  wide('Subobject', (event) => textAt(either(event, 'involvedObject', 'regarding'), 'fieldPath')),
  wide('Source', eventSource),
  column('Message', (event) => textOf(either(event, 'message', 'note')).trim()),
  wide('First Seen', firstSeen),
  wide('Count', eventCount),
  make('Name', 'string', 1, ({ metadata }) => metadata.name ?? '', 'name'),
];

const ACCESS_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

const accessModes =
  (path: string): CellOf =>
  (object) =>
    listAt(object, path)
      .map((mode) => ACCESS_MODES[String(mode)] ?? '')
      .filter(Boolean)
      .join(',');

/** `cpu: 1/2, …` of a quota: what is used of what is allowed. */
const quota =
  (limits: boolean): CellOf =>
  (object) => {
    const hard = fieldAt(object, ['status', 'hard']);
    if (!isJsonObject(hard)) return '';
    return Object.keys(hard)
      .filter((name) => name.startsWith('limits.') === limits)
      .sort()
      .map((name) => `${name}: ${textAt(object, 'status', 'used', name) || '0'}/${textAt(hard, name)}`)
      .join(', ');
  };

const subjects =
  (kind: string): CellOf =>
  (binding) =>
    listAt(binding, 'subjects')
      .filter((subject) => textAt(subject, 'kind') === kind)
      .map((subject) => (kind === 'ServiceAccount' ? `${textAt(subject, 'namespace')}/` : '') + textAt(subject, 'name'))
      .join(', ');

const bindingColumns: readonly TableColumn[] = [
  nameColumn,
  column('Role', (binding) => `${textAt(binding, 'roleRef', 'kind')}/${textAt(binding, 'roleRef', 'name')}`),
  ageColumn,
  wide('Users', subjects('User')),
  wide('Groups', subjects('Group')),
  wide('ServiceAccounts', subjects('ServiceAccount')),
];

const webhookColumns: readonly TableColumn[] = [
  nameColumn,
  integer('Webhooks', (object) => listAt(object, 'webhooks').length),
  ageColumn,
];

const trueOrFalse =
  (path: string): CellOf =>
  (object) =>
    fieldAt(object, path.split('.')) === true;

function controllerOf({ metadata }: KubeObject): string {
  const owner = metadata.ownerReferences?.find((reference) => reference.controller);
  if (!owner) return NONE;
  const [group] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : [''];
  return `${owner.kind.toLowerCase()}${group ? `.${group}` : ''}/${owner.name}`;
}

function storageClassName({ metadata }: KubeObject): string {
  const isDefault = metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true';
  return `${metadata.name}${isDefault ? ' (default)' : ''}`;
}

/** K-118 to K-121, K-124 to K-129. */
function policyColumns(counted: string, path: string): readonly TableColumn[] {
  return [
    nameColumn,
    integer(counted, (policy) => listAt(policy, path).length),
    column('ParamKind', (policy) => {
      const kind = textAt(policy, 'spec', 'paramKind', 'kind');
      return kind ? `${textAt(policy, 'spec', 'paramKind', 'apiVersion')}/${kind}` : '<unset>';
    }),
    ageColumn,
  ];
}

const policyBindingColumns: readonly TableColumn[] = [
  nameColumn,
  column('PolicyName', at('spec.policyName')),
  column('ParamRef', (binding) => {
    const name = textAt(binding, 'spec', 'paramRef', 'name');
    const namespace = textAt(binding, 'spec', 'paramRef', 'namespace');
    return name ? (namespace ? `${namespace}/${name}` : name) : '<unset>';
  }),
  ageColumn,
];

/** What was decided about a request for a certificate, and whether it has been issued. */
function requestCondition(request: KubeObject): string {
  const types = new Set(listAt(request, 'status.conditions').map((condition) => textAt(condition, 'type')));
  const decision = types.has('Denied') ? 'Denied' : types.has('Approved') ? 'Approved' : 'Pending';
  const failed = types.has('Failed') ? ',Failed' : '';
  return `${decision}${failed}${textAt(request, 'status', 'certificate') ? ',Issued' : ''}`;
}

export const clusterTables: Readonly<Record<string, readonly TableColumn[]>> = {
  configmaps: [nameColumn, column('Data', keys('data', 'binaryData')), ageColumn],
  secrets: [nameColumn, column('Type', at('type')), column('Data', keys('data')), ageColumn],
  serviceaccounts: [nameColumn, ageColumn],
  namespaces: [nameColumn, column('Status', at('status.phase')), ageColumn],
  nodes: [
    nameColumn,
    column('Status', nodeStatus),
    column('Roles', nodeRoles),
    ageColumn,
    column('Version', at('status.nodeInfo.kubeletVersion')),
    wide('Internal-IP', nodeAddress('InternalIP')),
    wide('External-IP', nodeAddress('ExternalIP')),
    wide('OS-Image', at('status.nodeInfo.osImage', '<unknown>')),
    wide('Kernel-Version', kernel),
    wide('Container-Runtime', at('status.nodeInfo.containerRuntimeVersion', '<unknown>')),
  ],
  events: eventColumns,
  'events.events.k8s.io': eventColumns,
  persistentvolumeclaims: [
    nameColumn,
    column('Status', (claim) => (claim.metadata.deletionTimestamp ? 'Terminating' : textAt(claim, 'status', 'phase'))),
    column('Volume', at('spec.volumeName')),
    column('Capacity', (claim) =>
      textAt(claim, 'spec', 'volumeName') ? textAt(claim, 'status', 'capacity', 'storage') : '',
    ),
    column('Access Modes', accessModes('status.accessModes')),
    column('StorageClass', at('spec.storageClassName')),
    column('VolumeAttributesClass', at('spec.volumeAttributesClassName', '<unset>')),
    ageColumn,
    wide('VolumeMode', at('spec.volumeMode', '<unset>')),
  ],
  persistentvolumes: [
    nameColumn,
    column('Capacity', at('spec.capacity.storage')),
    column('Access Modes', accessModes('spec.accessModes')),
    column('Reclaim Policy', at('spec.persistentVolumeReclaimPolicy')),
    column('Status', (volume) =>
      volume.metadata.deletionTimestamp ? 'Terminating' : textAt(volume, 'status', 'phase'),
    ),
    column('Claim', (volume) => {
      const name = textAt(volume, 'spec', 'claimRef', 'name');
      return name ? `${textAt(volume, 'spec', 'claimRef', 'namespace')}/${name}` : '';
    }),
    column('StorageClass', at('spec.storageClassName')),
    column('VolumeAttributesClass', at('spec.volumeAttributesClassName', '<unset>')),
    column('Reason', at('status.reason')),
    ageColumn,
    wide('VolumeMode', at('spec.volumeMode', '<unset>')),
  ],
  'roles.rbac.authorization.k8s.io': [nameColumn, createdColumn],
  'clusterroles.rbac.authorization.k8s.io': [nameColumn, createdColumn],
  'rolebindings.rbac.authorization.k8s.io': bindingColumns,
  'clusterrolebindings.rbac.authorization.k8s.io': bindingColumns,
  'customresourcedefinitions.apiextensions.k8s.io': [nameColumn, createdColumn],
  limitranges: [nameColumn, createdColumn],
  resourcequotas: [nameColumn, column('Request', quota(false)), column('Limit', quota(true)), ageColumn],
  'leases.coordination.k8s.io': [nameColumn, column('Holder', at('spec.holderIdentity')), ageColumn],
  'controllerrevisions.apps': [
    nameColumn,
    column('Controller', controllerOf),
    column('Revision', count('revision')),
    ageColumn,
  ],
  'priorityclasses.scheduling.k8s.io': [
    nameColumn,
    integer('Value', count('value')),
    boolean('Global-Default', trueOrFalse('globalDefault')),
    ageColumn,
    column('PreemptionPolicy', at('preemptionPolicy')),
  ],
  'runtimeclasses.node.k8s.io': [nameColumn, column('Handler', at('handler')), ageColumn],
  'storageclasses.storage.k8s.io': [
    make('Name', 'string', 0, storageClassName, 'name'),
    column('Provisioner', at('provisioner')),
    column('ReclaimPolicy', at('reclaimPolicy', 'Delete')),
    column('VolumeBindingMode', at('volumeBindingMode', 'Immediate')),
    column('AllowVolumeExpansion', trueOrFalse('allowVolumeExpansion')),
    ageColumn,
  ],
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhookColumns,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhookColumns,
  'validatingadmissionpolicies.admissionregistration.k8s.io': policyColumns('Validations', 'spec.validations'),
  'mutatingadmissionpolicies.admissionregistration.k8s.io': policyColumns('Mutations', 'spec.mutations'),
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': policyBindingColumns,
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': policyBindingColumns,
  'apiservices.apiregistration.k8s.io': [
    nameColumn,
    column('Service', serviceOf),
    column('Available', availability),
    ageColumn,
  ],
  'servicecidrs.networking.k8s.io': [
    nameColumn,
    column('CIDRs', (range) => listAt(range, 'spec.cidrs').join(',')),
    ageColumn,
  ],
  'ipaddresses.networking.k8s.io': [nameColumn, column('ParentRef', holderOf)],
  'flowschemas.flowcontrol.apiserver.k8s.io': [
    nameColumn,
    column('PriorityLevel', at('spec.priorityLevelConfiguration.name', NONE)),
    column('MatchingPrecedence', count('spec.matchingPrecedence')),
    column('DistinguisherMethod', at('spec.distinguisherMethod.type', NONE)),
    ageColumn,
    column('MissingPL', (schema) => conditionStatus(schema, 'Dangling') || '?'),
  ],
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': [
    nameColumn,
    column('Type', at('spec.type', NONE)),
    column('NominalConcurrencyShares', at('spec.limited.nominalConcurrencyShares', NONE)),
    column('Queues', at('spec.limited.limitResponse.queuing.queues', NONE)),
    column('HandSize', at('spec.limited.limitResponse.queuing.handSize', NONE)),
    column('QueueLengthLimit', at('spec.limited.limitResponse.queuing.queueLengthLimit', NONE)),
    ageColumn,
  ],
  'certificatesigningrequests.certificates.k8s.io': [
    nameColumn,
    ageColumn,
    column('SignerName', at('spec.signerName', NONE)),
    column('Requestor', at('spec.username')),
    column('RequestedDuration', (request) => {
      const seconds = fieldAt(request, ['spec', 'expirationSeconds']);
      return typeof seconds === 'number' ? age(new Date(0).toISOString(), seconds * 1000) : NONE;
    }),
    column('Condition', requestCondition),
  ],
};
