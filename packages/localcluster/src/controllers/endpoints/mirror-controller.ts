import { EndpointSlice, Endpoints, Service } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { actor } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { isSame, type Written } from '../objects/index.ts';
import { controllerReference } from '../ownership/index.ts';
import { isMirrored, MIRROR, mirroredGroups, mirroredMetadata } from './mirror.ts';
import { MANAGED_BY, SERVICE_NAME } from './slices.ts';

/** Hand-made Endpoints of Services without a selector, as slices: a client that reads only those finds them too. */
export function endpointSliceMirroringController(environment: Environment): void {
  environment.manager
    .controller(Endpoints)
    .named('endpoint-slice-mirroring-controller')
    .for(environment.scope)
    .watches(Service, ({ metadata: { namespace, name } }) => [{ namespace, name }], environment.scope)
    .watches(
      EndpointSlice,
      ({ metadata: { namespace, labels = {} } }) => {
        const name = labels[MANAGED_BY] === MIRROR ? labels[SERVICE_NAME] : undefined;
        return name ? [{ namespace, name }] : [];
      },
      environment.scope,
    )
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof Endpoints>): Promise<void> {
  const { object: endpoints, key, cache } = context;
  const { namespace, name } = key;
  const hands = actor(environment, 'endpoint-slice-mirroring-controller', Endpoints, context);
  const labelSelector = `${SERVICE_NAME}=${name},${MANAGED_BY}=${MIRROR}`;
  const slices = cache(EndpointSlice).list({ namespace, labelSelector });
  const service = cache(Service).get({ namespace, name });
  const groups = endpoints && service && isMirrored(service, endpoints) ? mirroredGroups(endpoints) : [];
  const kept = new Set<unknown>();
  for (const group of groups) {
    const metadata = mirroredMetadata(name, endpoints?.metadata);
    const slice = slices.find((one) => one.addressType === group.addressType && isSame(one.ports, group.ports));
    kept.add(slice);
    if (!slice) {
      const ownerReferences = endpoints ? [controllerReference(Endpoints, endpoints)] : [];
      const made = { metadata: { ...metadata, namespace, generateName: `${name}-`, ownerReferences }, ...group };
      await hands.create(EndpointSlice, made as Written<typeof EndpointSlice>);
    } else if (
      !isSame(slice.endpoints, group.endpoints) ||
      !isSame(slice.metadata.labels, metadata.labels) ||
      !isSame(slice.metadata.annotations, metadata.annotations)
    ) {
      await hands.update(EndpointSlice, {
        ...slice,
        metadata: { ...slice.metadata, ...metadata },
        endpoints: group.endpoints,
      });
    }
  }
  for (const slice of slices) if (!kept.has(slice)) await hands.remove(EndpointSlice, slice);
}
