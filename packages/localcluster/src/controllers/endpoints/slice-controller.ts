import { EndpointSlice, Node, Pod, Service } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type Actor, actor, saysNamespaceEnds } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import type { Written } from '../objects/index.ts';
import { controllerReference } from '../ownership/index.ts';
import { isFinished, type PodObject } from '../pods/index.ts';
import { backendsOf, familiesOf, hasAddress, type ServiceObject } from './backend.ts';
import { selectedPods, selectingServices } from './selection.ts';
import { MANAGED_BY, MANAGER, planSlices, SERVICE_NAME, type SliceContent, sliceLabels } from './slices.ts';

export function endpointSliceController(environment: Environment): void {
  environment.manager
    .controller(Service)
    .named('endpoint-slice-controller')
    .for(environment.scope)
    .watches(Pod, (pod) => selectingServices(environment, pod), environment.scope)
    .watches(Node, () => [])
    .watches(
      EndpointSlice,
      ({ metadata: { namespace, labels = {} } }) => {
        const name = labels[MANAGED_BY] === MANAGER ? labels[SERVICE_NAME] : undefined;
        return name ? [{ namespace, name }] : [];
      },
      environment.scope,
    )
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof Service>): Promise<void> {
  const { object: service, cache } = context;
  // Gone: the garbage collector takes the slices. Without a selector another client names the endpoints.
  if (!service?.spec?.selector || service.spec.type === 'ExternalName') return;
  const hands = actor(environment, 'endpoint-slice-controller', Service, context);
  const { namespace = '', name } = service.metadata;
  const publishesAll = service.spec.publishNotReadyAddresses === true;
  const isPlaced = ({ spec }: PodObject): boolean => cache(Node).get({ name: spec?.nodeName || '?' }) !== undefined;
  const selected = selectedPods(context, service).filter((pod) => hasAddress(pod) && !isFinished(pod));
  const pods = publishesAll ? selected : selected.filter(isPlaced);
  const labelSelector = `${SERVICE_NAME}=${name},${MANAGED_BY}=${MANAGER}`;
  const slices = cache(EndpointSlice).list({ namespace, labelSelector });
  for (const family of familiesOf(service)) {
    const backends = backendsOf(service, pods, family, (node) => cache(Node).get({ name: node }));
    const { create, update, remove } = planSlices(service, family, backends, slices);
    for (const content of create) await createSlice(hands, service, content);
    for (const { slice, ports, endpoints } of update) {
      const metadata = { ...slice.metadata, labels: sliceLabels(service) };
      await hands.update(EndpointSlice, { ...slice, metadata, ports, endpoints } as typeof slice);
    }
    for (const slice of remove) await hands.remove(EndpointSlice, slice);
  }
  const lost = selected.find((pod) => !pods.includes(pod));
  if (!lost) return;
  // Its node may come: tried again, and reported, until then.
  const why = `skipping Pod ${lost.metadata.name} for Service ${namespace}/${name}: Node ${lost.spec?.nodeName ?? ''} Not Found`;
  hands.event(
    service,
    'FailedToUpdateEndpointSlices',
    `Error updating Endpoint Slices for Service ${namespace}/${name}: ${why}`,
    'Warning',
  );
  throw new Error(why);
}

async function createSlice(
  hands: Actor,
  service: ServiceObject,
  { addressType, ports, endpoints }: SliceContent,
): Promise<void> {
  const { namespace = '', name } = service.metadata;
  const slice = {
    metadata: {
      namespace,
      generateName: `${name}-`,
      labels: sliceLabels(service),
      ownerReferences: [controllerReference(Service, service)],
    },
    addressType,
    ports,
    endpoints,
  };
  await hands.create(EndpointSlice, slice as Written<typeof EndpointSlice>).catch((error: unknown) => {
    if (!saysNamespaceEnds(error)) throw error;
  });
}
