import { quantityOfMilli, quantityValue } from '@slipway/apimachinery/quantity';
import type { PersistentVolumeClaim, ResourceQuota, Service } from '@slipway/kube/kinds';
import { type Read } from '../objects/index.ts';
import { isFinished, type PodObject } from '../pods/index.ts';

export type QuotaObject = Read<typeof ResourceQuota>;

/** What is in a namespace. */
export interface Contents {
  readonly pods: readonly PodObject[];
  readonly services: readonly Read<typeof Service>[];
  readonly claims: readonly Read<typeof PersistentVolumeClaim>[];
  /** Of other kinds only the number, by resource: `deployments.apps`. */
  readonly counts: ReadonlyMap<string, number>;
}

/** How much is used of each thing that a quota bounds. */
export function usageOf({ spec }: QuotaObject, contents: Contents): Record<string, string> {
  const pods = contents.pods.filter(
    (pod) => !isFinished(pod) && (spec?.scopes ?? []).every((scope) => isInScope(pod, scope)),
  );
  const used = Object.keys(spec?.hard ?? {}).map((name) => [name, amount(name, { ...contents, pods })] as const);
  return Object.fromEntries(used.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function isInScope({ spec, status }: PodObject, scope: string): boolean {
  switch (scope) {
    case 'Terminating':
      return spec?.activeDeadlineSeconds !== undefined;
    case 'NotTerminating':
      return spec?.activeDeadlineSeconds === undefined;
    case 'BestEffort':
      return status?.qosClass === 'BestEffort';
    case 'NotBestEffort':
      return status?.qosClass !== 'BestEffort';
    default:
      return scope !== 'PriorityClass' || Boolean(spec?.priorityClassName);
  }
}

const SERVICES: Readonly<Record<string, (service: Read<typeof Service>) => number>> = {
  services: () => 1,
  'services.loadbalancers': ({ spec }) => Number(spec?.type === 'LoadBalancer'),
  'services.nodeports': ({ spec }) =>
    spec?.type === 'NodePort' || spec?.type === 'LoadBalancer'
      ? (spec.ports ?? []).filter(({ nodePort }) => nodePort).length
      : 0,
};

function amount(name: string, { pods, services, claims, counts }: Contents): string | undefined {
  const counted = name.replace(/^count\//, '');
  if (counted === 'pods') return String(pods.length);
  const ofService = SERVICES[counted];
  if (ofService) return String(services.reduce((sum, service) => sum + ofService(service), 0));
  if (counted === 'persistentvolumeclaims') return String(claims.length);
  const count = counts.get(counted);
  if (count !== undefined) return String(count);
  if (name === 'requests.storage') {
    return total(
      claims.map(({ spec }) => spec?.resources?.requests?.['storage']),
      'binary',
    );
  }
  const [first = '', ...rest] = name.split('.');
  const isLimit = first === 'limits' && rest.length > 0;
  const resource = isLimit || (first === 'requests' && rest.length > 0) ? rest.join('.') : name;
  const form = /memory|storage|hugepages/.test(resource) ? 'binary' : 'decimal';
  return total(
    pods.flatMap((pod) => podAmounts(pod, resource, isLimit ? 'limits' : 'requests')),
    form,
  );
}

/** Containers run side by side, init containers before them: a pod needs the larger of the two. */
function podAmounts({ spec }: PodObject, resource: string, kind: 'requests' | 'limits'): string[] {
  const of = (container: NonNullable<typeof spec>['containers'][number]): number =>
    quantityValue(container.resources?.[kind]?.[resource] ?? 0, 1000);
  const running = (spec?.containers ?? []).reduce((sum, container) => sum + of(container), 0);
  const starting = Math.max(0, ...(spec?.initContainers ?? []).map(of));
  return [quantityOfMilli(Math.max(running, starting))];
}

function total(quantities: readonly (string | undefined)[], form: 'decimal' | 'binary'): string {
  return quantityOfMilli(
    quantities.reduce((sum, quantity) => sum + quantityValue(quantity ?? 0, 1000), 0),
    form,
  );
}
