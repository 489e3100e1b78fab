import { randomUUID } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';
import { timestamp } from '@slipway/apimachinery/clock';
import { fieldAt, isEqual, isJsonObject, type KubeObject, without } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { keyOf } from '../store/index.ts';

const KEY = keyOf('default', 'kubernetes');

/**
 * K-170: tells where the server is, as a real one does: in the port of Service default/kubernetes and
 * in its Endpoints and EndpointSlice. Not checked like those of clients: to those, loopback is refused.
 */
export function advertise(kernel: Kernel, host: string, port: number): void {
  const ip = isIP(host) && host !== '0.0.0.0' && host !== '::' ? host : '127.0.0.1';
  const { store } = kernel;
  const service = store.get('services', KEY)?.object;
  const ports = fieldAt(service, ['spec', 'ports']);
  const spec = service?.['spec'];
  if (service && isJsonObject(spec) && Array.isArray(ports)) {
    const targeted = ports.map((one) => (isJsonObject(one) ? { ...one, targetPort: port } : one));
    if (!isEqual(targeted, ports)) store.put('services', KEY, { ...service, spec: { ...spec, ports: targeted } });
  }
  const https = { name: 'https', port, protocol: 'TCP' };
  keep(kernel, 'endpoints', { 'endpointslice.kubernetes.io/skip-mirror': 'true' }, undefined, {
    subsets: [{ addresses: [{ ip }], ports: [https] }],
  });
  keep(kernel, 'endpointslices.discovery.k8s.io', { 'kubernetes.io/service-name': 'kubernetes' }, 1, {
    addressType: isIPv6(ip) ? 'IPv6' : 'IPv4',
    endpoints: [{ addresses: [ip], conditions: { ready: true } }],
    ports: [https],
  });
}

function keep(
  { store, clock }: Kernel,
  collection: string,
  labels: Record<string, string>,
  generation: number | undefined,
  content: object,
): void {
  const old: KubeObject | undefined = store.get(collection, KEY)?.object;
  if (old && isEqual(without(old, 'metadata'), content)) return;
  const metadata = {
    name: 'kubernetes',
    namespace: 'default',
    uid: randomUUID(),
    // Holds the place in which the server writes it.
    resourceVersion: '',
    ...(generation !== undefined && { generation }),
    creationTimestamp: timestamp(clock.wall()),
    labels,
  };
  store.put(collection, KEY, { metadata: old?.metadata ?? metadata, ...content });
}
