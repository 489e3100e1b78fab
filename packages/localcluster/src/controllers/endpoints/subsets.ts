import type { Endpoints } from '@slipway/kube/kinds';
import { compact, type Read } from '../objects/index.ts';
import { type Backend, hostnameOf, isHeadless, type Port, type ServiceObject, targetOf } from './backend.ts';
import { HEADLESS } from './slices.ts';

export type EndpointsObject = Read<typeof Endpoints>;
type Subset = NonNullable<EndpointsObject['subsets']>[number];

const ENDPOINTS_MANAGED_BY = 'endpoints.kubernetes.io/managed-by';

export function endpointsLabels(service: ServiceObject): Record<string, string> {
  const { [HEADLESS]: _headless, ...labels } = service.metadata.labels ?? {};
  return { ...labels, ...(isHeadless(service) && { [HEADLESS]: '' }), [ENDPOINTS_MANAGED_BY]: 'endpoint-controller' };
}

/** Addresses with the same ports, together; which of them are ready is part of each. */
export function subsetsOf(service: ServiceObject, backends: readonly Backend[]): Subset[] {
  const publishesAll = service.spec?.publishNotReadyAddresses === true;
  const groups = new Map<string, { ports: readonly Port[]; backends: Backend[] }>();
  for (const backend of backends) {
    if (backend.isEnding && !publishesAll) continue;
    if (backend.ports.length === 0 && (service.spec?.ports ?? []).length > 0) continue;
    const id = JSON.stringify(backend.ports);
    const group = groups.get(id) ?? { ports: backend.ports, backends: [] };
    group.backends.push(backend);
    groups.set(id, group);
  }
  const addresses = (of: readonly Backend[]) =>
    of.length === 0
      ? undefined
      : of.map((backend) => addressOf(service, backend)).sort((a, b) => (a.ip < b.ip ? -1 : 1));
  return [...groups.values()].map(
    ({ ports, backends: of }) =>
      compact({
        addresses: addresses(of.filter(({ isServing }) => publishesAll || isServing)),
        notReadyAddresses: addresses(of.filter(({ isServing }) => !publishesAll && !isServing)),
        ports: ports.length === 0 ? undefined : ports.map(({ name, ...port }) => ({ ...(name && { name }), ...port })),
      }) as Subset,
  );
}

function addressOf(service: ServiceObject, { pod, addresses }: Backend) {
  return compact({
    ip: addresses[0] ?? '',
    hostname: hostnameOf(service, pod),
    nodeName: pod.spec?.nodeName,
    targetRef: targetOf(pod),
  });
}
