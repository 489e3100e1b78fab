import type { Instant } from '@gati-framework/contracts/deployment';
import type { VersionId, Weights } from '@slipway/delivery';
import type { ClusterReads, Seen } from '../cluster/index.ts';
import { ANNOTATIONS, handlerObjectName, handlerSelector, LABELS, ROTATION, versionKey } from '../names/index.ts';
import { observeRotation, observeRoutes, type RotatingPod, type Selection } from '../routers/index.ts';
import type { GatiHandler } from '../types/index.ts';
import { rotatingPods } from './workload.ts';
import type { RouteWorld, VersionWorld } from './world.ts';

interface Endpoint {
  readonly conditions?: { readonly ready?: boolean };
  readonly targetRef?: { readonly name?: string };
}

/** Reads what the router of a handler has confirmed. */
export async function observeRoute(
  port: ClusterReads,
  hasGatewayApi: boolean,
  handler: GatiHandler,
  versions: readonly VersionWorld[],
  base: number,
  now: Instant,
): Promise<RouteWorld> {
  const { name = '', namespace = '' } = handler.metadata;
  const objectName = handlerObjectName(name);
  const stableService = await port.get('Service', namespace, objectName);
  const pods = versions.flatMap(({ id, workload }) => rotatingPods(id, workload, LABELS.rotation, ROTATION.in));
  const serving = await servingEndpoints(port, namespace, objectName, pods);
  const selection = selectionOf(stableService, name, versions);
  const given = givenSplit(stableService);
  const common = { stableService, routes: [], selection, serving, given };
  const { gateway } = handler.spec.routing ?? {};
  if (!gateway) return { ...common, split: observeRotation(given, base, selection, pods, serving, now) };
  if (!hasGatewayApi)
    return {
      ...common,
      split: { unknown: 'the Gateway API is not installed' },
      problem: noGateway('The Gateway API is not installed'),
    };
  const routes = await port.list('HTTPRoute', namespace, { ...handlerSelector(name) });
  const found = await port.get('Gateway', gateway.namespace ?? namespace, gateway.name);
  const services = new Map(versions.map(({ serviceName, id }) => [serviceName, id]));
  return {
    ...common,
    routes,
    split: observeRoutes(routes, services, now),
    ...(!found && { problem: noGateway(`There is no Gateway ${gateway.name}`) }),
  };
}

const noGateway = (message: string): NonNullable<RouteWorld['problem']> => ({ reason: 'NoGateway', message });

/** Ready endpoints by version; those of pods that nobody knows are nobody's. */
async function servingEndpoints(
  port: ClusterReads,
  namespace: string,
  service: string,
  pods: readonly RotatingPod[],
): Promise<Record<VersionId, number>> {
  const versionOf = new Map(pods.map(({ name, version }) => [name, version]));
  const slices = await port.list('EndpointSlice', namespace, { 'kubernetes.io/service-name': service });
  const counts: Record<VersionId, number> = {};
  const seen = new Set<string>();
  for (const slice of slices) {
    for (const { conditions, targetRef } of (slice as unknown as { endpoints?: readonly Endpoint[] }).endpoints ?? []) {
      const pod = targetRef?.name ?? '';
      const version = versionOf.get(pod);
      // A pod with two addresses is in two slices.
      if (conditions?.ready === false || version === undefined || seen.has(pod)) continue;
      seen.add(pod);
      counts[version] = (counts[version] ?? 0) + 1;
    }
  }
  return counts;
}

function selectionOf(service: Seen | null, handler: string, versions: readonly VersionWorld[]): Selection | undefined {
  const selector = (service?.spec as { selector?: Record<string, string> } | undefined)?.selector ?? {};
  if (selector[LABELS.rotation] !== undefined) return 'rotation';
  const key = selector[LABELS.versionKey];
  const version = versions.find(({ id }) => versionKey(handler, id) === key);
  return version && { version: version.id };
}

/** The split that the Service was last given, as it carries it with it. */
function givenSplit(service: Seen | null): Weights {
  const text = service?.metadata.annotations?.[ANNOTATIONS.split];
  if (text === undefined) return {};
  try {
    return JSON.parse(text) as Weights;
  } catch {
    // Somebody wrote into it: what is not known was not given.
    return {};
  }
}
