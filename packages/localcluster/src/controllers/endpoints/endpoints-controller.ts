import { Endpoints, Pod, Service } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { actor, refusalText, saysNamespaceEnds } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { isSame, type Written } from '../objects/index.ts';
import { backendsOf, familiesOf } from './backend.ts';
import { selectedPods, selectingServices } from './selection.ts';
import { endpointsLabels, subsetsOf } from './subsets.ts';

export function endpointsController(environment: Environment): void {
  // Services that were there: their Endpoints go with them. Those that never had a Service are a user's own.
  const seen = new Set<string>();
  environment.manager
    .controller(Service)
    .named('endpoint-controller')
    .for(environment.scope)
    .watches(Pod, (pod) => selectingServices(environment, pod), environment.scope)
    .watches(Endpoints, ({ metadata: { namespace, name } }) => [{ namespace, name }], environment.scope)
    .reconcile((context) => reconcile(environment, context, seen));
}

async function reconcile(
  environment: Environment,
  context: ReconcileContext<typeof Service>,
  seen: Set<string>,
): Promise<void> {
  const { object: service, key, cache } = context;
  const hands = actor(environment, 'endpoint-controller', Endpoints, context);
  const { namespace, name } = key;
  const old = cache(Endpoints).get({ namespace, name });
  const id = `${namespace}/${name}`;
  if (!service) {
    if (old && seen.has(id)) await hands.remove(Endpoints, old);
    seen.delete(id);
    return;
  }
  seen.add(id);
  if (!service.spec?.selector || service.spec.type === 'ExternalName') return;
  const [family = 'IPv4'] = familiesOf(service);
  const subsets = subsetsOf(
    service,
    backendsOf(service, selectedPods(context, service), family, () => undefined),
  );
  const labels = endpointsLabels(service);
  if (old && isSame(old.subsets, subsets) && isSame(old.metadata.labels, labels)) return;
  const metadata = { ...(old?.metadata ?? { namespace, name }), labels };
  const endpoints = { metadata, subsets } as Written<typeof Endpoints>;
  try {
    await (old ? hands.update(Endpoints, endpoints) : hands.create(Endpoints, endpoints));
  } catch (error) {
    if (saysNamespaceEnds(error)) return;
    const [reason, what] = old
      ? ['FailedToUpdateEndpoint', 'update endpoint']
      : ['FailedToCreateEndpoint', 'create endpoint for service'];
    hands.event(endpoints, reason, `Failed to ${what} ${namespace}/${name}: ${refusalText(error)}`, 'Warning');
    throw error;
  }
}
