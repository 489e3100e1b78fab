import type { Node, Service } from '@slipway/kube/kinds';
import type { Read } from '../objects/index.ts';
import { isEnding, isFinished, isReady, type PodObject } from '../pods/index.ts';

export type ServiceObject = Read<typeof Service>;
export type Family = 'IPv4' | 'IPv6';

export interface Port {
  readonly name: string;
  readonly port: number;
  readonly protocol: string;
  readonly appProtocol?: string | undefined;
}

/** A pod behind a Service. */
export interface Backend {
  readonly pod: PodObject;
  readonly addresses: readonly string[];
  readonly ports: readonly Port[];
  readonly isServing: boolean;
  readonly isEnding: boolean;
  /** Whether clients should be sent there. */
  readonly isReady: boolean;
  readonly zone: string | undefined;
}

/** Pods whose addresses nobody should keep: nothing listens there any more, or not yet. */
export function hasAddress({ status }: PodObject): boolean {
  return Boolean(status?.podIP) || (status?.podIPs ?? []).length > 0;
}

export function isHeadless({ spec }: ServiceObject): boolean {
  return !spec?.clusterIP || spec.clusterIP === 'None';
}

export function familiesOf({ spec }: ServiceObject): readonly Family[] {
  const families = (spec?.ipFamilies ?? []) as readonly Family[];
  if (families.length > 0) return families;
  if (spec?.clusterIP && spec.clusterIP !== 'None') return [familyOf(spec.clusterIP)];
  return ['IPv4'];
}

export function familyOf(address: string): Family {
  return address.includes(':') ? 'IPv6' : 'IPv4';
}

/** The pods behind a Service as one family of addresses shows them. */
export function backendsOf(
  service: ServiceObject,
  pods: readonly PodObject[],
  family: Family,
  node: (name: string) => Read<typeof Node> | undefined,
): Backend[] {
  const publishesAll = service.spec?.publishNotReadyAddresses === true;
  return pods
    .filter((pod) => hasAddress(pod) && !isFinished(pod))
    .map((pod) => {
      const zone = pod.spec?.nodeName
        ? node(pod.spec.nodeName)?.metadata.labels?.['topology.kubernetes.io/zone']
        : undefined;
      const [serving, ending] = [isReady(pod), isEnding(pod)];
      return {
        pod,
        addresses: addressesOf(pod, family),
        ports: portsOf(service, pod),
        isServing: serving,
        isEnding: ending,
        isReady: publishesAll || (serving && !ending),
        zone,
      };
    })
    .filter(({ addresses }) => addresses.length > 0);
}

function addressesOf({ status }: PodObject, family: Family): string[] {
  const all = status?.podIPs?.map(({ ip }) => ip ?? '') ?? [status?.podIP ?? ''];
  return all.filter((ip) => ip !== '' && familyOf(ip) === family);
}

/** The ports that lead somewhere in this pod. A port by name may have another number in each pod, or none. */
export function portsOf(service: ServiceObject, pod: PodObject): Port[] {
  return (service.spec?.ports ?? []).flatMap(({ name = '', port, targetPort, protocol = 'TCP', appProtocol }) => {
    const number = typeof targetPort === 'string' ? namedPort(pod, targetPort, protocol) : targetPort || port;
    if (number === undefined) return [];
    return [{ name, port: number, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

function namedPort({ spec }: PodObject, name: string, protocol: string): number | undefined {
  const sidecars = (spec?.initContainers ?? []).filter(
    (container) => (container as { restartPolicy?: string }).restartPolicy === 'Always',
  );
  for (const { ports = [] } of [...(spec?.containers ?? []), ...sidecars]) {
    const port = ports.find((one) => one.name === name && (one.protocol ?? 'TCP') === protocol);
    if (port) return port.containerPort;
  }
  return undefined;
}

/** The name under which a headless Service shows a pod by itself. */
export function hostnameOf({ metadata }: ServiceObject, { spec }: PodObject): string | undefined {
  return spec?.hostname && spec.subdomain === metadata.name ? spec.hostname : undefined;
}

export function targetOf({ metadata }: PodObject): { kind: string; namespace: string; name: string; uid: string } {
  const { namespace = '', name, uid } = metadata;
  return { kind: 'Pod', namespace, name, uid };
}
