import { isIP } from 'node:net';
import { compact } from '../objects/index.ts';
import { type Family, familyOf, type Port, type ServiceObject } from './backend.ts';
import { MANAGED_BY, SERVICE_NAME, type SliceObject } from './slices.ts';
import type { EndpointsObject } from './subsets.ts';

export const MIRROR = 'endpointslicemirroring-controller.k8s.io';
const SKIP = 'endpointslice.kubernetes.io/skip-mirror';
/** Endpoints that were a lock once. */
const LEADER = 'control-plane.alpha.kubernetes.io/leader';
const LEFT_OUT = [
  'endpoints.kubernetes.io/last-change-trigger-time',
  'kubectl.kubernetes.io/last-applied-configuration',
];
/** Most addresses of one subset that are mirrored. */
const MOST_ADDRESSES = 1000;

type Endpoint = NonNullable<SliceObject['endpoints']>[number];
type Subset = NonNullable<EndpointsObject['subsets']>[number];
type Address = NonNullable<Subset['addresses']>[number];

export interface MirroredGroup {
  readonly addressType: Family;
  readonly ports: readonly Port[];
  readonly endpoints: readonly Endpoint[];
}

/** Whether Endpoints are made by a user. */
export function isMirrored({ spec }: ServiceObject, { metadata }: EndpointsObject): boolean {
  return !spec?.selector && metadata.labels?.[SKIP] !== 'true' && metadata.annotations?.[LEADER] === undefined;
}

export function mirroredMetadata(
  name: string,
  given: EndpointsObject['metadata'] | undefined,
): {
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
} {
  const annotations = Object.entries(given?.annotations ?? {}).filter(([key]) => !LEFT_OUT.includes(key));
  return {
    labels: { ...given?.labels, [SERVICE_NAME]: name, [MANAGED_BY]: MIRROR },
    annotations: Object.fromEntries(annotations),
  };
}

/** The content of the slices: one for each family and set of ports. */
export function mirroredGroups({ subsets = [] }: EndpointsObject): MirroredGroup[] {
  const groups = new Map<string, { addressType: Family; ports: readonly Port[]; endpoints: Endpoint[] }>();
  for (const { addresses = [], notReadyAddresses = [], ports: given = [] } of subsets) {
    const ports = given.map(({ name = '', port, protocol = 'TCP', appProtocol }) =>
      compact({ name, port, protocol, appProtocol }),
    );
    const all = [
      ...addresses.map((address) => ({ address, ready: true })),
      ...notReadyAddresses.map((address) => ({ address, ready: false })),
    ].filter(({ address }) => isIP(address.ip) !== 0);
    for (const { address, ready } of all.slice(0, MOST_ADDRESSES)) {
      const addressType = familyOf(address.ip);
      const id = JSON.stringify([addressType, ports]);
      const group = groups.get(id) ?? { addressType, ports, endpoints: [] };
      group.endpoints.push(endpointOf(address, ready));
      groups.set(id, group);
    }
  }
  return [...groups.values()];
}

function endpointOf({ ip, hostname, nodeName, targetRef }: Address, ready: boolean): Endpoint {
  return compact({ addresses: [ip], conditions: { ready }, hostname, nodeName, targetRef }) as Endpoint;
}
