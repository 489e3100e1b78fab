import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import {
  ageColumn,
  at,
  type CellOf,
  column,
  conditionStatus,
  listAt,
  NONE,
  nameColumn,
  type TableColumn,
  wide,
} from '../../tables/index.ts';

const ROLE_PREFIX = 'node-role.kubernetes.io/';

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

export const columns: readonly TableColumn[] = [
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
];
