import type { DeploymentResource, OwnerReference, SplitPlan } from '@gati-framework/contracts/deployment';
import type { VersionId, Weights } from '@slipway/delivery';
import { manifestsOf } from '@slipway/workloads';
import type { ReadHandler } from '../cluster/index.ts';
import { type Objects, resourcesOf } from '../manifests/index.ts';
import {
  ANNOTATIONS,
  handlerLabels,
  handlerObjectName,
  handlerSelector,
  LABELS,
  ROTATION,
  rotationServiceName,
  versionSelector,
} from '../names/index.ts';
import { gatewayRoutes, pathMatchOf, type RotatingPod, rotationStep, type Selection } from '../routing/index.ts';
import { isBuildOf } from '../templates/index.ts';
import type { VersionFacts } from './facts.ts';
import type { HandlerObservation } from './observation.ts';

const DEFAULT_HEADERS = ['x-gati-version'];

/** What the router is to do: objects, and pods to be put into rotation or taken out of it. */
export interface RouteDecision {
  readonly plan: SplitPlan;
  readonly selector: Readonly<Record<string, string>>;
  /** On the stable Service. */
  readonly annotations: Readonly<Record<string, string>>;
  /** HTTPRoutes, or the Service by which a rotation is rehearsed. */
  readonly objects: readonly DeploymentResource[];
  readonly take: readonly string[];
  readonly release: readonly string[];
}

export interface RouteInput {
  readonly observed: HandlerObservation;
  /** Versions that callers may reach; those on their way out are not among them. */
  readonly live: readonly VersionFacts[];
  readonly weights: Weights;
  readonly stable: VersionId | undefined;
  /** Of the open rollout. */
  readonly subject: VersionId | undefined;
  readonly base: number;
  readonly pods: readonly RotatingPod[];
  readonly owner: OwnerReference | undefined;
}

export function decideRoute(input: RouteInput): RouteDecision {
  const { observed, live, weights } = input;
  const { handler } = observed;
  const { name, namespace } = handler.metadata;
  const plan = splitPlanOf(handler, live, weights);
  if (!plan.gateway) return rotated(input, plan);
  const identity = {
    name: handlerObjectName(name),
    namespace,
    labels: handlerLabels(name),
    selector: handlerSelector(name),
    annotations: {},
    ...(input.owner && { owner: input.owner }),
  };
  const receiver = input.stable ?? observed.target?.id;
  return {
    plan,
    selector: selectorOf(name, receiver === undefined ? undefined : { version: receiver }),
    annotations: {},
    // While the Gateway is missing the last confirmed routes stay as they are.
    objects: observed.route.problem ? observed.route.routes : gatewayRoutes(plan, identity, newestBuilds(input)),
    take: [],
    release: [],
  };
}

function rotated({ observed, weights, base, pods, owner }: RouteInput, plan: SplitPlan): RouteDecision {
  const { handler, route } = observed;
  const { name } = handler.metadata;
  const step = rotationStep(weights, base, pods, route.selection, route);
  const target = observed.target && { version: observed.target.id };
  const hasReceiver = Object.values(weights).some((weight) => weight > 0);
  return {
    plan,
    selector: selectorOf(name, hasReceiver ? step.selection : target),
    annotations: hasReceiver ? { [ANNOTATIONS.split]: JSON.stringify(weights) } : {},
    objects: hasReceiver && step.isRehearsed ? rehearsalOf(handler, owner) : [],
    take: hasReceiver ? step.take : [],
    release: hasReceiver ? step.release : [],
  };
}

/** Selects what the stable Service is to select, and has no address that anybody could call. */
function rehearsalOf({ metadata, spec }: ReadHandler, owner: OwnerReference | undefined): Objects {
  const { name, namespace } = metadata;
  return resourcesOf(
    manifestsOf({
      name: rotationServiceName(name),
      namespace,
      labels: handlerLabels(name),
      selector: selectorOf(name, 'rotation'),
      ...(owner && { owner }),
      services: [{ headless: true, ports: [{ name: 'http', port: spec.port, targetPort: 'http' }] }],
    }),
  );
}

function selectorOf(handler: string, selection: Selection | undefined): Record<string, string> {
  if (selection === undefined) return { ...handlerSelector(handler) };
  if (selection === 'rotation') return { ...handlerSelector(handler), [LABELS.rotation]: ROTATION.in };
  return { ...versionSelector(handler, selection.version) };
}

function splitPlanOf({ metadata, spec }: ReadHandler, live: readonly VersionFacts[], weights: Weights): SplitPlan {
  const { name, namespace, uid } = metadata;
  const { routing = {} } = spec;
  return {
    handler: { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiHandler', namespace, name, ...(uid && { uid }) },
    versions: live.map(({ version }) => ({
      version: { namespace, handler: name, versionId: version.id, name: version.record.metadata.name },
      weight: weights[version.id] ?? 0,
      service: { name: version.serviceName, port: version.servicePort },
    })),
    match: {
      path: pathMatchOf(spec.handlerPath, routing.pathMatch),
      ...(routing.hostnames && { hostnames: routing.hostnames }),
      headers: routing.headers ?? DEFAULT_HEADERS,
    },
    ...(routing.gateway && { gateway: routing.gateway }),
  };
}

/**
 * Where a caller ends up who asks for a bare version: at its newest build that was released. Not at one that is still
 * tried out or was found bad: who names a version has not asked to try anything.
 */
function newestBuilds({ observed, live, subject }: RouteInput): Map<string, string> {
  const bareIds = new Set([observed.handler.spec.version, ...live.map(({ id }) => id)]);
  const released = live.filter(
    ({ id, version, isBad }) => version.record.status?.releasedAt !== undefined && !isBad && id !== subject,
  );
  const builds = new Map<string, string>();
  for (const bare of bareIds) {
    const newest = released.findLast(({ id }) => id === bare || isBuildOf(id, bare));
    if (newest) builds.set(bare, newest.id);
  }
  return builds;
}
