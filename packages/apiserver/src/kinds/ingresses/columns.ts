import { type KubeObject, textAt } from '../../objects/index.ts';
import { ageColumn, at, balancerText, column, listAt, NONE, nameColumn, type TableColumn } from '../../tables/index.ts';

function ingressHosts(ingress: KubeObject): string {
  const rules = listAt(ingress, 'spec.rules');
  const hosts = rules.map((rule) => textAt(rule, 'host')).filter(Boolean);
  if (hosts.length === 0) return '*';
  return hosts.length > 3 ? `${hosts.slice(0, 3).join(',')} + ${rules.length - 3} more...` : hosts.join(',');
}

export const columns: readonly TableColumn[] = [
  nameColumn,
  column('Class', at('spec.ingressClassName', NONE)),
  column('Hosts', ingressHosts),
  column('Address', balancerText),
  column('Ports', (ingress) => (listAt(ingress, 'spec.tls').length > 0 ? '80, 443' : '80')),
  ageColumn,
];
