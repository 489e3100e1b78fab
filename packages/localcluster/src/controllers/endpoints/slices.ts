import type { EndpointSlice } from '@slipway/kube/kinds';
import { compact, isSame, type Read } from '../objects/index.ts';
import {
  type Backend,
  type Family,
  hostnameOf,
  isHeadless,
  type Port,
  type ServiceObject,
  targetOf,
} from './backend.ts';

export type SliceObject = Read<typeof EndpointSlice>;
type Endpoint = NonNullable<SliceObject['endpoints']>[number];

export const SERVICE_NAME = 'kubernetes.io/service-name';
export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
export const HEADLESS = 'service.kubernetes.io/headless';
export const MANAGER = 'endpointslice-controller.k8s.io';
/** Most endpoints of one slice: a change of one pod then sends little to every node. */
const MOST_ENDPOINTS = 100;

export interface SliceContent {
  readonly addressType: string;
  readonly ports: readonly Port[];
  readonly endpoints: readonly Endpoint[];
}

export interface SliceUpdate extends Pick<SliceContent, 'ports' | 'endpoints'> {
  readonly slice: SliceObject;
}

export interface SlicePlan {
  readonly create: readonly SliceContent[];
  readonly update: readonly SliceUpdate[];
  readonly remove: readonly SliceObject[];
}

export function sliceLabels(service: ServiceObject): Record<string, string> {
  const { [HEADLESS]: _headless, ...labels } = service.metadata.labels ?? {};
  return {
    ...labels,
    ...(isHeadless(service) && { [HEADLESS]: '' }),
    [SERVICE_NAME]: service.metadata.name,
    [MANAGED_BY]: MANAGER,
  };
}

export function endpointOf(service: ServiceObject, backend: Backend): Endpoint {
  const { pod, addresses, zone } = backend;
  return compact({
    addresses,
    conditions: { ready: backend.isReady, serving: backend.isServing, terminating: backend.isEnding },
    hostname: hostnameOf(service, pod),
    targetRef: targetOf(pod),
    nodeName: pod.spec?.nodeName,
    zone,
  }) as Endpoint;
}

/**
 * The slices of one family after which every backend is in one of them. What is there stays where it
 * is; what is new fills slices with room. A Service without backends has one empty slice.
 */
export function planSlices(
  service: ServiceObject,
  family: Family,
  backends: readonly Backend[],
  slices: readonly SliceObject[],
): SlicePlan {
  const labels = sliceLabels(service);
  const own = slices.filter(({ addressType }) => addressType === family);
  const groups = groupByPorts(service, backends);
  const matching = (ports: readonly Port[]): SliceObject[] => own.filter((slice) => isSame(slice.ports, ports));
  const create: SliceContent[] = [];
  const update: SliceUpdate[] = [];
  const kept = new Set<SliceObject>();

  for (const { ports, endpoints } of groups) {
    const missing = new Map(endpoints.map((endpoint) => [idOf(endpoint), endpoint]));
    const filled = matching(ports).map((slice) => {
      const staying = (slice.endpoints ?? []).flatMap((endpoint) => {
        const wanted = missing.get(idOf(endpoint));
        missing.delete(idOf(endpoint));
        return wanted ? [wanted] : [];
      });
      return { slice, ports, endpoints: staying };
    });
    const added = [...missing.values()];
    for (const one of filled) {
      if (one.endpoints.length > 0) one.endpoints.push(...added.splice(0, MOST_ENDPOINTS - one.endpoints.length));
    }
    for (const one of filled) {
      if (one.endpoints.length === 0) one.endpoints.push(...added.splice(0, MOST_ENDPOINTS));
      if (one.endpoints.length === 0) continue;
      kept.add(one.slice);
      const isCurrent = isSame(one.slice.endpoints, one.endpoints) && isSame(one.slice.metadata.labels, labels);
      if (!isCurrent) update.push(one);
    }
    while (added.length > 0) create.push({ addressType: family, ports, endpoints: added.splice(0, MOST_ENDPOINTS) });
  }
  if (kept.size === 0 && create.length === 0) {
    const [empty] = own.filter((slice) => isSame([slice.ports, slice.endpoints], [[], []]));
    if (!empty) create.push({ addressType: family, ports: [], endpoints: [] });
    else {
      kept.add(empty);
      if (!isSame(empty.metadata.labels, labels)) update.push({ slice: empty, ports: [], endpoints: [] });
    }
  }
  const remove = own.filter((slice) => {
    if (kept.has(slice)) return false;
    // Written over rather than removed beside a new one: a reader would see both. Not what goes with an earlier Service.
    const content = isOwnedBy(slice, service) ? create.pop() : undefined;
    if (content) update.push({ slice, ports: content.ports, endpoints: content.endpoints });
    return !content;
  });
  return { create, update, remove };
}

function isOwnedBy(slice: SliceObject, { metadata }: ServiceObject): boolean {
  return slice.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid) ?? false;
}

function groupByPorts(
  service: ServiceObject,
  backends: readonly Backend[],
): { readonly ports: readonly Port[]; readonly endpoints: readonly Endpoint[] }[] {
  const groups = new Map<string, { ports: readonly Port[]; endpoints: Endpoint[] }>();
  for (const backend of backends) {
    const id = JSON.stringify(backend.ports);
    const group = groups.get(id) ?? { ports: backend.ports, endpoints: [] };
    group.endpoints.push(endpointOf(service, backend));
    groups.set(id, group);
  }
  return [...groups.values()];
}

const idOf = ({ targetRef, addresses }: Endpoint): string => `${targetRef?.uid} ${addresses.join()}`;
