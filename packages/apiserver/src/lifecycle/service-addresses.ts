import { isIPv6 } from 'node:net';
import { timestamp } from '@slipway/apimachinery/clock';
import { SERVICE_RANGE } from '../kinds/index.ts';
import { fieldAt, type KubeObject } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { keyOf } from '../store/index.ts';
import { putOwn } from './stored.ts';

const RANGES = 'servicecidrs.networking.k8s.io';
const ADDRESSES = 'ipaddresses.networking.k8s.io';

/** The range from which Services get their addresses. */
export function seedServiceRange(kernel: Kernel): void {
  const ready = {
    type: 'Ready',
    status: 'True',
    lastTransitionTime: timestamp(kernel.clock.wall()),
    reason: '',
    message: 'Kubernetes Service CIDR is ready',
  };
  putOwn(kernel, RANGES, {
    name: 'kubernetes',
    metadata: { finalizers: ['networking.k8s.io/service-cidr-finalizer'] },
    content: { spec: { cidrs: [SERVICE_RANGE] }, status: { conditions: [ready] } },
  });
}

/** Keeps an IPAddress for every address that a Service holds. */
export function startServiceAddresses(kernel: Kernel, later: (task: () => void) => void): () => void {
  const { store } = kernel;
  const settle = (ip: string, namespace: string, name: string): void => {
    const service = store.get('services', keyOf(namespace, name))?.object;
    const key = keyOf(undefined, ip);
    const known = store.get(ADDRESSES, key)?.object;
    const holder =
      known && (fieldAt(known, ['spec', 'parentRef']) as { namespace?: string; name?: string } | undefined);
    const isHeld = service !== undefined && addressesOf(service).includes(ip);
    if (isHeld && !known) putOwn(kernel, ADDRESSES, addressObject(ip, namespace, name));
    // Another Service may have got it by now.
    else if (!isHeld && holder?.namespace === namespace && holder.name === name) store.remove(ADDRESSES, key);
  };
  return store.subscribe('services', ({ previous, current }) => {
    const { namespace = '', name = '' } = (current ?? previous)?.object.metadata ?? {};
    const before = previous ? addressesOf(previous.object) : [];
    const after = current ? addressesOf(current.object) : [];
    const changed = [...before.filter((ip) => !after.includes(ip)), ...after.filter((ip) => !before.includes(ip))];
    for (const ip of changed) later(() => settle(ip, namespace, name));
  });
}

function addressesOf(service: KubeObject): readonly string[] {
  const addresses = fieldAt(service, ['spec', 'clusterIPs']);
  return Array.isArray(addresses) ? addresses.map(String).filter((ip) => ip !== 'None' && ip !== '') : [];
}

function addressObject(ip: string, namespace: string, name: string) {
  return {
    name: ip,
    metadata: {
      labels: {
        'ipaddress.kubernetes.io/ip-family': isIPv6(ip) ? 'IPv6' : 'IPv4',
        'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
      },
    },
    content: { spec: { parentRef: { resource: 'services', namespace, name } } },
  };
}
