import { objectsAt } from '../../admitted/index.ts';
import { textAt } from '../../objects/index.ts';
import type { Store } from '../../store/index.ts';
import { keyOf } from '../../store/index.ts';
import type { ServiceAddress } from './client.ts';

/** Where a port of a pod is really listened on; undefined for a simulated one. */
export interface PodAddressBook {
  of(uid: string, port: number): ServiceAddress | undefined;
}

/**
 * The server behind a Service as its EndpointSlices tell it. An endpoint that is a pod is where the pod's process
 * listens: the address of a simulated one is invented.
 */
export function endpointOf(
  store: Store,
  pods: PodAddressBook,
  namespace: string,
  name: string,
  port: number,
): ServiceAddress {
  const service = store.get('services', keyOf(namespace, name))?.object;
  if (!service) throw new Error(`service ${JSON.stringify(name)} not found`);
  const served = objectsAt(service, 'spec', 'ports').find((one) => one['port'] === port);
  if (!served) throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
  const portName = textAt(served, 'name');
  for (const { object } of store.list('endpointslices.discovery.k8s.io', namespace)) {
    if (object.metadata.labels?.['kubernetes.io/service-name'] !== name) continue;
    const target = objectsAt(object, 'ports').find((one) => textAt(one, 'name') === portName)?.['port'];
    for (const endpoint of objectsAt(object, 'endpoints')) {
      const { addresses, conditions } = endpoint as { addresses?: readonly string[]; conditions?: { ready?: boolean } };
      const host = addresses?.[0];
      if (conditions?.ready === false || host === undefined || typeof target !== 'number') continue;
      const pod = textAt(endpoint, 'targetRef', 'kind') === 'Pod' ? textAt(endpoint, 'targetRef', 'name') : '';
      if (pod === '') return { host, port: target };
      const found = pods.of(store.get('pods', keyOf(namespace, pod))?.object.metadata.uid ?? '', target);
      if (found) return found;
    }
  }
  throw new Error(`no endpoints available for service ${JSON.stringify(name)}`);
}
