import { fieldAt, type KubeObject, textAt } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { badRequest, notFound, StatusError } from '../status/index.ts';
import { keyOf, type Store } from '../store/index.ts';
import type { Call } from './call.ts';
import type { ProxyRoutes } from './proxy-routes.ts';

const KUBELET_PORT = '10250';

/** `name`, `name:port` or `scheme:name:port`. */
interface Asked {
  readonly scheme: string;
  readonly name: string;
  readonly port: string;
}

/** Where the request is to go: the object's own address, or where a test has put a listener. */
export function proxyTarget({ target }: Call, { store, random }: Kernel, routes: ProxyRoutes): URL {
  const { resource, namespace = '', name: id = '' } = target;
  const asked = parseId(id);
  if (!asked) throw badRequest(`invalid ${resource.singular} request ${JSON.stringify(id)}`);
  const { name, port } = asked;
  const object = store.get(resource.collection, keyOf(resource.namespaced ? namespace : undefined, name))?.object;
  if (!object) throw notFound(resource, name);
  const route = routes.find([resource.plural, ...(resource.namespaced ? [namespace] : []), name].join('/'), port);
  if (route) return route;
  if (resource.plural === 'pods') return podAddress(object, asked);
  if (resource.plural === 'nodes') return nodeAddress(object, asked);
  const portName = servicePort(object, asked);
  const subsets = subsetsOf(store, namespace, name);
  if (!subsets) throw notFound(resource, name);
  const place = placeOf(subsets, portName, subsets.length > 0 ? id : name, random);
  // A listener behind the pod is behind its services too.
  return (
    (place.pod && routes.find(`pods/${namespace}/${place.pod}`, place.port)) || address(asked, place.ip, place.port)
  );
}

function parseId(id: string): Asked | undefined {
  const parts = id.split(':');
  const [first = '', second = '', third = ''] = parts;
  if (parts.length === 1) return first ? { scheme: 'http', name: first, port: '' } : undefined;
  if (parts.length === 2) return first ? { scheme: 'http', name: first, port: second } : undefined;
  if (parts.length > 3 || !second || !['', 'http', 'https'].includes(first)) return undefined;
  return { scheme: first || 'http', name: second, port: third };
}

function address({ scheme }: Asked, host: string, port: string): URL {
  const shown = host.includes(':') ? `[${host}]` : host;
  if (!URL.canParse(`${scheme}://${shown}${port && `:${port}`}`)) throw badRequest('address not allowed');
  return new URL(`${scheme}://${shown}${port && `:${port}`}`);
}

/** Where a pod is. */
export function podHost(pod: KubeObject): string {
  return textAt(listAt(pod, 'status', 'podIPs')[0], 'ip') || textAt(pod, 'status', 'podIP');
}

function podAddress(pod: KubeObject, asked: Asked): URL {
  const host = podHost(pod);
  if (host === '') throw badRequest('address not allowed');
  const ports = listAt(pod, 'spec', 'containers').flatMap((container) => listAt(container, 'ports'));
  return address(asked, host, asked.port || numberAt(ports[0], 'containerPort'));
}

function nodeAddress(node: KubeObject, asked: Asked): URL {
  const addresses = listAt(node, 'status', 'addresses');
  const order = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'];
  const found = order.flatMap((type) => addresses.filter((one) => textAt(one, 'type') === type))[0];
  if (!found) {
    const known = addresses.map((one) => `{${textAt(one, 'type')} ${textAt(one, 'address')}}`).join(' ');
    throw new StatusError(500, '', `no preferred addresses found; known addresses: [${known}]`);
  }
  const daemon = numberAt(node, 'status', 'daemonEndpoints', 'kubeletEndpoint', 'Port') || KUBELET_PORT;
  return address(asked, textAt(found, 'address'), asked.port || daemon);
}

interface Place {
  readonly ip: string;
  readonly port: string;
  /** The pod that has the address, where it is known. */
  readonly pod: string;
}

interface Subset {
  readonly portName: string;
  readonly place: Place;
}

/** The ready addresses of a service; undefined when nobody has ever said any. */
function subsetsOf(store: Store, namespace: string, service: string): readonly Subset[] | undefined {
  const endpoints = store.get('endpoints', keyOf(namespace, service))?.object;
  const slices = store
    .list('endpointslices.discovery.k8s.io', namespace)
    .filter(({ object }) => object.metadata.labels?.['kubernetes.io/service-name'] === service);
  if (!endpoints && slices.length === 0) return undefined;
  const subset = (port: unknown, ip: string, target: unknown): Subset => ({
    portName: textAt(port, 'name'),
    place: { ip, port: numberAt(port, 'port'), pod: textAt(target, 'name') },
  });
  const told = listAt(endpoints, 'subsets').flatMap((one) =>
    listAt(one, 'ports').flatMap((port) =>
      listAt(one, 'addresses').map((each) => subset(port, textAt(each, 'ip'), fieldAt(each, ['targetRef']))),
    ),
  );
  if (told.length > 0) return told;
  return slices.flatMap(({ object }) =>
    listAt(object, 'ports').flatMap((port) =>
      listAt(object, 'endpoints')
        .filter((one) => fieldAt(one, ['conditions', 'ready']) !== false)
        .flatMap((one) =>
          listAt(one, 'addresses')
            .slice(0, 1)
            .map((ip) => subset(port, ip as string, fieldAt(one, ['targetRef']))),
        ),
    ),
  );
}

const unavailable = (why: string): Error => new StatusError(503, 'ServiceUnavailable', why);

/** Ports are asked for by name or number; addresses have them by name. */
function servicePort(service: KubeObject, { name, port }: Asked): string {
  if (!/^\d+$/.test(port)) return port;
  const found = listAt(service, 'spec', 'ports').find((one) => numberAt(one, 'port') === port);
  if (!found) throw unavailable(`no service port ${port} found for service ${JSON.stringify(name)}`);
  return textAt(found, 'name');
}

/** One of the service's addresses that has the port. */
function placeOf(subsets: readonly Subset[], wanted: string, shown: string, random: () => number): Place {
  const fitting = subsets.filter(({ portName }) => portName === wanted);
  const chosen = fitting[Math.floor(random() * fitting.length)];
  if (!chosen) throw unavailable(`no endpoints available for service ${JSON.stringify(shown)}`);
  return chosen.place;
}

function numberAt(value: unknown, ...path: string[]): string {
  const found = fieldAt(value, path);
  return typeof found === 'number' && found !== 0 ? String(found) : '';
}

function listAt(value: unknown, ...path: string[]): readonly unknown[] {
  const list = fieldAt(value, path);
  return Array.isArray(list) ? list : [];
}
