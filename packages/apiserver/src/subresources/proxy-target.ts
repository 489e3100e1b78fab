import { fieldAt, type KubeObject, textAt } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { badRequest, notFound, StatusError } from '../status/index.ts';
import { keyOf, type Store } from '../store/index.ts';
import type { Call } from './call.ts';
import { type PodAddress, type PodAddressSources, unreachable } from './pod-addresses.ts';
import type { ProxyRoutes } from './proxy-routes.ts';

/** `name`, `name:port` or `scheme:name:port`. */
interface Asked {
  readonly scheme: string;
  readonly name: string;
  readonly port: string;
}

/** What can be reached, and where. */
export interface Network {
  readonly kernel: Kernel;
  readonly routes: ProxyRoutes;
  readonly addresses: PodAddressSources;
}

/** Where the request is to go: where a test has put a listener, or where the pod's process listens. */
export function proxyTarget({ target }: Call, network: Network): URL {
  const { store, random } = network.kernel;
  const { routes } = network;
  const { resource, namespace = '', name: id = '' } = target;
  const asked = parseId(id);
  if (!asked) throw badRequest(`invalid ${resource.singular} request ${JSON.stringify(id)}`);
  const { name, port } = asked;
  const object = store.get(resource.collection, keyOf(resource.namespaced ? namespace : undefined, name))?.object;
  if (!object) throw notFound(resource, name);
  const route = routes.find([resource.plural, ...(resource.namespaced ? [namespace] : []), name].join('/'), port);
  if (route) return route;
  if (resource.plural === 'pods') return podUrl(object, asked, network);
  if (resource.plural === 'nodes') throw noKubelet(object, name);
  const portName = servicePort(object, asked);
  const subsets = subsetsOf(store, namespace, name);
  if (!subsets) throw notFound(resource, name);
  const place = placeOf(subsets, portName, subsets.length > 0 ? id : name, random);
  if (place.pod === '') return address(asked, place.ip, place.port);
  // A listener behind the pod is behind its services too.
  const behind = routes.find(`pods/${namespace}/${place.pod}`, place.port);
  if (behind) return behind;
  const pod = store.get('pods', keyOf(namespace, place.pod))?.object;
  const found = reachedAt(network, namespace, place.pod, pod?.metadata.uid, place.port);
  return address(asked, found.host, String(found.port));
}

/** Throws the words for a pod that nothing runs. */
function reachedAt(
  { addresses }: Network,
  namespace: string,
  name: string,
  uid: string | undefined,
  port: string,
): PodAddress {
  const found = uid === undefined ? undefined : addresses.of(uid, Number(port));
  if (!found) throw unavailable(`error trying to reach service: ${unreachable(namespace, name)}`);
  return found;
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

function podUrl(pod: KubeObject, asked: Asked, network: Network): URL {
  const { namespace = '', name = '', uid } = pod.metadata;
  if (textAt(listAt(pod, 'status', 'podIPs')[0], 'ip') === '' && textAt(pod, 'status', 'podIP') === '') {
    throw badRequest('address not allowed');
  }
  const ports = listAt(pod, 'spec', 'containers').flatMap((container) => listAt(container, 'ports'));
  const wanted = asked.port || numberAt(ports[0], 'containerPort') || (asked.scheme === 'https' ? '443' : '80');
  if (!/^\d+$/.test(wanted)) throw badRequest('address not allowed');
  const { host, port } = reachedAt(network, namespace, name, uid, wanted);
  return address(asked, host, String(port));
}

/** Nodes are simulated: their addresses are invented, or written by a client. */
function noKubelet(node: KubeObject, name: string): Error {
  const addresses = listAt(node, 'status', 'addresses');
  const order = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'];
  if (!addresses.some((one) => order.includes(textAt(one, 'type')))) {
    const known = addresses.map((one) => `{${textAt(one, 'type')} ${textAt(one, 'address')}}`).join(' ');
    return new StatusError(500, '', `no preferred addresses found; known addresses: [${known}]`);
  }
  return unavailable(
    `error trying to reach service: node ${name} has no network: localcluster simulates it. Put a listener behind it: ` +
      `cluster.route('nodes/${name}', url)`,
  );
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

/** The ready addresses of a service; undefined when none was ever reported. */
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
  const reported = listAt(endpoints, 'subsets').flatMap((one) =>
    listAt(one, 'ports').flatMap((port) =>
      listAt(one, 'addresses').map((each) => subset(port, textAt(each, 'ip'), fieldAt(each, ['targetRef']))),
    ),
  );
  if (reported.length > 0) return reported;
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
