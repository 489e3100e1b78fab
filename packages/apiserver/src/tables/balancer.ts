import { type KubeObject, textAt } from '../objects/index.ts';
import { listAt } from './column.ts';

const LONGEST_ADDRESS = 16;

/** Addresses that a load balancer got, cut to what a column holds. */
export function balancerText(object: KubeObject): string {
  const found = listAt(object, 'status.loadBalancer.ingress').map(
    (ingress) => textAt(ingress, 'ip') || textAt(ingress, 'hostname'),
  );
  const text = [...new Set(found.filter(Boolean))].sort().join(',');
  return text.length > LONGEST_ADDRESS ? `${text.slice(0, LONGEST_ADDRESS - 3)}...` : text;
}
