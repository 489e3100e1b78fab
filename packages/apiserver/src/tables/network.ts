import { fieldAt, type KubeObject, textAt } from '../objects/index.ts';
import {
  ageColumn,
  at,
  column,
  labelsText,
  listAt,
  NONE,
  nameColumn,
  numberAt,
  selectorText,
  shortened,
  type TableColumn,
  wide,
} from './column.ts';

const LONGEST_ADDRESS = 16;

/** Addresses that a load balancer got, cut to what a column holds. */
function balancerText(object: KubeObject): string {
  const found = listAt(object, 'status.loadBalancer.ingress').map(
    (ingress) => textAt(ingress, 'ip') || textAt(ingress, 'hostname'),
  );
  const text = [...new Set(found.filter(Boolean))].sort().join(',');
  return text.length > LONGEST_ADDRESS ? `${text.slice(0, LONGEST_ADDRESS - 3)}...` : text;
}

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

function ingressHosts(ingress: KubeObject): string {
  const rules = listAt(ingress, 'spec.rules');
  const hosts = rules.map((rule) => textAt(rule, 'host')).filter(Boolean);
  if (hosts.length === 0) return '*';
  return hosts.length > 3 ? `${hosts.slice(0, 3).join(',')} + ${rules.length - 3} more...` : hosts.join(',');
}

function endpointsText(endpoints: KubeObject): string {
  const addresses = listAt(endpoints, 'subsets').flatMap((subset) => {
    const ips = listAt(subset, 'addresses').map((address) => textAt(address, 'ip'));
    const ports = listAt(subset, 'ports').map((port) => numberAt(port, 'port'));
    const joined = (ip: string, port: number): string => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`);
    return ports.length === 0 ? ips : ports.flatMap((port) => ips.map((ip) => joined(ip, port)));
  });
  return listAt(endpoints, 'subsets').length === 0 ? NONE : shortened(addresses, '');
}

/** K-116, K-117, K-123. */
export const networkTables: Readonly<Record<string, readonly TableColumn[]>> = {
  services: [
    nameColumn,
    column('Type', at('spec.type')),
    column('Cluster-IP', (service) => firstText(listAt(service, 'spec.clusterIPs')) || NONE),
    column('External-IP', externalIp),
    column('Port(s)', servicePorts),
    ageColumn,
    wide('Selector', (service) => labelsText(fieldAt(service, ['spec', 'selector']))),
  ],
  endpoints: [nameColumn, column('Endpoints', endpointsText), ageColumn],
  'endpointslices.discovery.k8s.io': [
    nameColumn,
    column('AddressType', at('addressType')),
    column('Ports', (slice) => {
      const ports = listAt(slice, 'ports').map((port) =>
        (numberAt(port, 'port') || textAt(port, 'name') || '*').toString(),
      );
      return shortened(ports, '<unset>');
    }),
    column('Endpoints', (slice) => {
      const addresses = listAt(slice, 'endpoints').flatMap((endpoint) => listAt(endpoint, 'addresses').map(String));
      return shortened(addresses, '<unset>');
    }),
    ageColumn,
  ],
  'ingresses.networking.k8s.io': [
    nameColumn,
    column('Class', at('spec.ingressClassName', NONE)),
    column('Hosts', ingressHosts),
    column('Address', balancerText),
    column('Ports', (ingress) => (listAt(ingress, 'spec.tls').length > 0 ? '80, 443' : '80')),
    ageColumn,
  ],
  'ingressclasses.networking.k8s.io': [
    nameColumn,
    column('Controller', at('spec.controller')),
    column('Parameters', (object) => {
      const group = textAt(object, 'spec', 'parameters', 'apiGroup');
      const kind = textAt(object, 'spec', 'parameters', 'kind');
      return kind ? `${kind}${group ? `.${group}` : ''}/${textAt(object, 'spec', 'parameters', 'name')}` : NONE;
    }),
    ageColumn,
  ],
  'networkpolicies.networking.k8s.io': [
    nameColumn,
    column('Pod-Selector', (policy) => selectorText(fieldAt(policy, ['spec', 'podSelector']))),
    ageColumn,
  ],
};
