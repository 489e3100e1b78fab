import { type KubeObject, textAt } from '../../objects/index.ts';
import {
  ageColumn,
  column,
  listAt,
  NONE,
  nameColumn,
  numberAt,
  shortened,
  type TableColumn,
} from '../../tables/index.ts';

function endpointsText(endpoints: KubeObject): string {
  const addresses = listAt(endpoints, 'subsets').flatMap((subset) => {
    const ips = listAt(subset, 'addresses').map((address) => textAt(address, 'ip'));
    const ports = listAt(subset, 'ports').map((port) => numberAt(port, 'port'));
    const joined = (ip: string, port: number): string => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`);
    return ports.length === 0 ? ips : ports.flatMap((port) => ips.map((ip) => joined(ip, port)));
  });
  return listAt(endpoints, 'subsets').length === 0 ? NONE : shortened(addresses, '');
}

export const columns: readonly TableColumn[] = [nameColumn, column('Endpoints', endpointsText), ageColumn];
