import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import {
  ageColumn,
  at,
  balancerText,
  column,
  labelsText,
  listAt,
  NONE,
  nameColumn,
  numberAt,
  type TableColumn,
  wide,
} from '../../tables/index.ts';

function externalIp(service: KubeObject): string {
  const type = textAt(service, 'spec', 'type');
  const external = listAt(service, 'spec.externalIPs').map(String);
  if (type === 'ExternalName') return textAt(service, 'spec', 'externalName');
  if (type !== 'LoadBalancer')
    return type === 'ClusterIP' || type === 'NodePort' ? external.join(',') || NONE : '<unknown>';
  return [balancerText(service), ...external].filter(Boolean).join(',') || '<pending>';
}

const firstText = ([first]: readonly unknown[]): string => (typeof first === 'string' ? first : '');

function servicePorts(service: KubeObject): string {
  const texts = listAt(service, 'spec.ports').map((port) => {
    const node = numberAt(port, 'nodePort');
    return `${numberAt(port, 'port')}${node > 0 ? `:${node}` : ''}/${textAt(port, 'protocol')}`;
  });
  return texts.join(',') || NONE;
}

export const columns: readonly TableColumn[] = [
  nameColumn,
  column('Type', at('spec.type')),
  column('Cluster-IP', (service) => firstText(listAt(service, 'spec.clusterIPs')) || NONE),
  column('External-IP', externalIp),
  column('Port(s)', servicePorts),
  ageColumn,
  wide('Selector', (service) => labelsText(fieldAt(service, ['spec', 'selector']))),
];
