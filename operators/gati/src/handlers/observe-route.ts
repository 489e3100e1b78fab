import type { Instant } from '@gati-framework/contracts/deployment';
import type { VersionId, Weights } from '@slipway/delivery';
import type { ClusterPort, ClusterReads, CompetingReads, ReadHandler, Seen } from '../cluster/index.ts';
import {
  ANNOTATIONS,
  handlerObjectName,
  handlerSelector,
  LABELS,
  ROTATION,
  rotationServiceName,
  versionKey,
} from '../names/index.ts';
import {
  claimOf,
  keysOfClaim,
  observeRotation,
  observeRoutes,
  olderClaim,
  type PathClaim,
  type RotatingPod,
  type Selection,
} from '../routing/index.ts';
import type { RouteObservation, VersionObservation } from './observation.ts';
import { rotatingPods } from './workload.ts';

interface Endpoint {
  readonly conditions?: { readonly ready?: boolean };
  readonly targetRef?: { readonly name?: string };
}

/** Reads what the router of a handler has confirmed. */
export async function observeRoute(
  port: ClusterReads,
  caches: Pick<ClusterPort, 'serves'>,
  competing: CompetingReads,
  handler: ReadHandler,
  versions: readonly VersionObservation[],
  base: number,
  now: Instant,
): Promise<RouteObservation> {
  const { name, namespace } = handler.metadata;
  const objectName = handlerObjectName(name);
  const stableService = await port.get('Service', namespace, objectName);
  const pods = versions.flatMap(({ id, workload }) => rotatingPods(id, workload, LABELS.rotation, ROTATION.in));
  const serving = countByVersion(await readyEndpoints(port, namespace, objectName), pods);
  const selection = selectionOf(stableService, name, versions);
  const given = givenSplit(stableService);
  const common = { stableService, routes: [], selection, serving, rehearsal: new Set<string>(), given };
  const { gateway } = handler.spec.routing ?? {};
  if (!gateway) {
    const rehearsal = await readyEndpoints(port, namespace, rotationServiceName(name));
    return { ...common, rehearsal, split: observeRotation(given, base, selection, pods, serving, now) };
  }
  if (!caches.serves('HTTPRoute'))
    return {
      ...common,
      split: { unknown: 'the Gateway API is not installed' },
      problem: noGateway(
        'The Gateway API is not installed: install it, or remove routing.gateway. Routes stay as they are.',
      ),
    };
  const routes = await port.list('HTTPRoute', namespace, { ...handlerSelector(name) });
  const found = await port.get('Gateway', gateway.namespace ?? namespace, gateway.name);
  const services = new Map(versions.map(({ serviceName, id }) => [serviceName, id]));
  const problem = found
    ? await pathConflict(competing, handler)
    : noGateway(
        `There is no Gateway ${gateway.namespace ?? namespace}/${gateway.name}: create it, or name another in routing.gateway. Routes stay as they are.`,
      );
  return { ...common, routes, split: observeRoutes(routes, services, now), ...(problem && { problem }) };
}

/** Only one of two handlers with the same match can be routed. */
async function pathConflict(competing: CompetingReads, handler: ReadHandler): Promise<RouteObservation['problem']> {
  const found = await olderHandler(competing, handler);
  if (!found) return undefined;
  const { own, older } = found;
  const message =
    `GatiHandler ${older.key} is older and has ${own.path.type} ${own.path.value} on Gateway ${own.gateway}. ` +
    'Set another handlerPath, routing.pathMatch or routing.hostnames.';
  return { reason: 'PathConflict', message };
}

/**
 * Without a Gateway two handlers with one path serve side by side, each by its Service. That is seldom meant, and stops
 * being possible with a Gateway, so the younger says so.
 */
export async function sharedPath(
  competing: CompetingReads,
  handler: ReadHandler,
): Promise<RouteObservation['problem']> {
  if (handler.spec.routing?.gateway) return undefined;
  const found = await olderHandler(competing, handler);
  if (!found) return undefined;
  const message =
    `GatiHandler ${found.older.key} is older and has the path ${found.own.path.value} too. Without a Gateway each is ` +
    'reached by its own Service. Set another handlerPath, or delete one of them.';
  return { reason: 'PathConflict', message };
}

async function olderHandler(
  competing: CompetingReads,
  handler: ReadHandler,
): Promise<{ readonly own: PathClaim; readonly older: PathClaim } | undefined> {
  const own = claimOf(handler);
  if (!own) return undefined;
  const others = await competing.claiming(keysOfClaim(own));
  const older = olderClaim(
    own,
    others.flatMap((other) => claimOf(other) ?? []),
  );
  return older && { own, older };
}

const noGateway = (message: string): NonNullable<RouteObservation['problem']> => ({ reason: 'NoGateway', message });

/** The pods that a Service leads to. One with two addresses is in two slices, and is one. */
async function readyEndpoints(port: ClusterReads, namespace: string, service: string): Promise<Set<string>> {
  const slices = await port.list('EndpointSlice', namespace, { 'kubernetes.io/service-name': service });
  const endpoints = slices.flatMap((slice) => (slice as { endpoints?: readonly Endpoint[] }).endpoints ?? []);
  return new Set(
    endpoints.flatMap(({ conditions, targetRef }) =>
      conditions?.ready === false || targetRef?.name === undefined ? [] : [targetRef.name],
    ),
  );
}

/** Those of pods that nobody knows are nobody's. */
function countByVersion(names: ReadonlySet<string>, pods: readonly RotatingPod[]): Record<VersionId, number> {
  const counts: Record<VersionId, number> = {};
  for (const { name, version } of pods) if (names.has(name)) counts[version] = (counts[version] ?? 0) + 1;
  return counts;
}

function selectionOf(
  service: Seen | null,
  handler: string,
  versions: readonly VersionObservation[],
): Selection | undefined {
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
    // A client wrote into it: what is not known was not given.
    return {};
  }
}
