import type { DeploymentResource, Instant, OwnerReference } from '@gati-framework/contracts/deployment';
import { earliest, instantOf } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { Command } from '@slipway/delivery';
import { type DecommissionSettings, policyOf } from '../decommission/index.ts';
import type { ObjectGenerator } from '../manifests/index.ts';
import { ANNOTATIONS, LABELS, ROTATION } from '../names/index.ts';
import { driveRollout, type RolloutDecision } from '../rollouts/index.ts';
import type { GatiHandlerSpec, GatiHandlerStatus, GatiVersionStatus } from '../types/index.ts';
import { baseOf } from './base.ts';
import { eventsOf, type GatiEvent } from './events.ts';
import { factsOf, type HandlerFacts, type VersionFacts } from './facts.ts';
import { handlerStatus } from './handler-status.ts';
import { withInvalidTemplates } from './invalid-templates.ts';
import type { HandlerObservation } from './observation.ts';
import { refOfHandler } from './refs.ts';
import { decideRoute, type RouteDecision } from './route.ts';
import { decideVersion, type VersionDecision } from './version-decision.ts';
import { versionStatus } from './version-status.ts';
import { rotatingPods, settlesAt } from './workload.ts';

export interface HandlerSettings {
  readonly generator: ObjectGenerator;
  readonly decommission: DecommissionSettings;
  readonly prometheusUrl?: string | undefined;
  /** Whether objects carry owner references: those of a cluster do. */
  readonly hasOwners: boolean;
  /** Whether the API server knows the preStop sleep. */
  readonly canSleep: boolean;
}

/** All that is to be, and what is to be written down about it. */
export interface HandlerDecision {
  readonly facts: HandlerFacts;
  readonly rollout: RolloutDecision;
  readonly versions: readonly VersionDecision[];
  /** In the order of application. */
  readonly objects: readonly DeploymentResource[];
  readonly route: RouteDecision;
  readonly status: GatiHandlerStatus;
  readonly versionStatuses: readonly { readonly decision: VersionDecision; readonly status: GatiVersionStatus }[];
  /** To be notified once the rollout is stored. */
  readonly rolloutEvents: readonly GatiEvent[];
  /** To be notified once the versions' status is written. */
  readonly versionEvents: readonly GatiEvent[];
  /** Something cannot go on before everything was read from the server itself. */
  readonly needsLook: boolean;
  /** Why nothing may be given to the target. */
  readonly hold: { readonly reason: string; readonly message: string } | undefined;
  readonly wakeAt: Instant | null;
}

/** How soon it is looked again whether others are still in the way. */
const REFUSED_MS = 30_000;

/** One decision about a handler and all of its versions. Pure. */
export function decideHandler(
  seen: HandlerObservation,
  settings: HandlerSettings,
  commands: readonly Command[],
  problem?: { readonly reason: string; readonly message: string },
): HandlerDecision {
  const observed = withInvalidTemplates(seen, settings.generator);
  const { handler } = observed;
  const facts = factsOf(observed);
  const rollout = driveRollout({
    handler: refOfHandler(observed.handler),
    spec: handler.spec,
    generation: handler.metadata.generation ?? 0,
    stored: facts.stored,
    target: observed.target?.id,
    versions: facts.versions.map((one) => ({
      id: one.id,
      health: healthFor(observed, facts, one),
      isRoutable: one.isRoutable,
      templateHash: one.version.templateHash,
      downSince: downSince(one),
    })),
    current: facts.current,
    stable: facts.stable,
    next: facts.next,
    commands,
    gates: observed.gates,
    since: observed.since,
    now: observed.now,
  });
  const { owners, handlerOwner } = ownersOf(observed, settings);
  const versions = facts.versions.map((one) =>
    decideVersion(
      {
        observed,
        facts,
        weights: rollout.weights,
        scale: rollout.scale,
        policy: policyOf(handler.spec, settings.decommission),
        generator: settings.generator,
        prometheusUrl: settings.prometheusUrl,
        owner: owners,
        canSleep: settings.canSleep,
      },
      one,
    ),
  );
  const route = decideRoute({
    observed,
    live: versions
      .filter(({ leaving, stage }) => leaving.remains.isRouted && stage !== 'Decommissioned')
      .map(({ facts: one }) => one),
    weights: rollout.weights,
    stable: facts.stable,
    subject: facts.isOpen ? facts.stored?.plan.to : undefined,
    base: baseOf(handler, observed.versions, facts.stored),
    pods: facts.versions.flatMap(({ id, version }) => rotatingPods(id, version.workload, LABELS.rotation, ROTATION.in)),
    owner: handlerOwner,
  });
  const subject = facts.versions.find(({ id }) => id === rollout.stored?.plan.to);
  return {
    facts,
    rollout,
    versions,
    route,
    objects: [
      ...versions.flatMap(({ objects }) => objects ?? []),
      ...handlerObjects(observed, settings, route, handlerOwner),
    ],
    status: handlerStatus({ observed, facts, rollout, versions, problem: problem ?? rollout.refused }),
    versionStatuses: versions.map((decision) => ({
      decision,
      status: versionStatus(observed, facts, decision, rollout.waiting),
    })),
    rolloutEvents: eventsOf(rollout.events, subject?.version.record.metadata.name),
    versionEvents: versions.flatMap(({ events }) => events),
    needsLook: versions.some(({ leaving }) => leaving.needsLook),
    hold: unmadeHold(versions),
    wakeAt: earliest([
      rollout.wakeAt,
      ...versions.map(({ wakeAt }) => wakeAt),
      ...facts.versions.map(({ version }) => settlesAt(version.workload, observed.now)),
      isRefused(observed) ? observed.now + REFUSED_MS : null,
      observed.disagreements.some(({ reason }) => reason === 'PathConflict') ? observed.now + SHARED_PATH_MS : null,
    ]),
  };
}

/** Nobody is woken by a handler without a Gateway: whether its path is still used twice is looked for now and then. */
const SHARED_PATH_MS = 300_000;

/** Neither a coordinator that fails nor another handler's path tells when it is out of the way. */
function isRefused({ refusals, route }: HandlerObservation): boolean {
  return Object.keys(refusals).length > 0 || route.problem?.reason === 'PathConflict';
}

/** A set without the objects of one version would remove them; so without its generator nothing is handed over (G-36). */
function unmadeHold(versions: readonly VersionDecision[]): HandlerDecision['hold'] {
  const unmade = versions.filter(({ objects }) => objects === undefined);
  if (unmade.length === 0) return undefined;
  const made = unmade.map(({ facts: { id, version } }) => {
    const revision = version.record.metadata.annotations?.[ANNOTATIONS.generator];
    return `${id} by generator ${revision}`;
  });
  const message =
    `Made by a generator that this operator does not have: ${made.join(', ')}. ` +
    'All objects are left as they are. Run the operator that made them, or a newer one.';
  return { reason: 'ApplyFailed', message };
}

/**
 * While the target lacks objects of a version it does not go on; going back does. Another version's objects do not
 * count (F-10); until its own record says so, the handler's word does.
 */
function healthFor(
  { handler, refusals }: HandlerObservation,
  facts: HandlerFacts,
  one: VersionFacts,
): VersionFacts['health'] {
  const { stored } = facts;
  const refusal = refusals[one.id];
  if (refusal !== undefined) return { unknown: refusal };
  const known = isBase(handler.spec, facts, one) ? withBase(handler.spec, one.health) : one.health;
  const isSynced = ({ type }: { readonly type: string }): boolean => type === 'Synced';
  const synced = one.version.record.status?.conditions?.find(isSynced) ?? handler.status?.conditions?.find(isSynced);
  const isSubject = stored?.plan.to === one.id;
  const goesBack = stored?.state.phase === 'RollingBack' || stored?.state.ending !== undefined;
  if (!synced || synced.status === 'True' || !isSubject || goesBack) return known;
  return { unknown: `not all of its objects are in place: ${synced.message}` };
}

/** Before a first version runs, what it should have is what the spec says. */
function isBase(spec: GatiHandlerSpec, { stored, stable }: HandlerFacts, { id }: VersionFacts): boolean {
  const isFirst = stored ? stored.plan.from === null && stored.plan.to === id : stable === undefined;
  return spec.scaling === undefined && isFirst;
}

function withBase({ replicas }: GatiHandlerSpec, health: VersionFacts['health']): VersionFacts['health'] {
  if (health.unknown !== undefined) return health;
  return { ...health, value: { ...health.value, wanted: Math.max(replicas, health.value.wanted) } };
}

function downSince({ version, isAvailable }: VersionFacts): Instant | undefined {
  if (isAvailable) return undefined;
  const ready = conditionOf(version.record.status?.conditions, 'Ready');
  return ready?.status === 'False' ? instantOf(ready.lastTransitionTime) : undefined;
}

function ownersOf(
  { handler }: HandlerObservation,
  { hasOwners }: HandlerSettings,
): { owners: ((one: VersionFacts) => OwnerReference) | undefined; handlerOwner: OwnerReference | undefined } {
  const { name, uid } = handler.metadata;
  if (!hasOwners || uid === undefined) return { owners: undefined, handlerOwner: undefined };
  const owns = { apiVersion: 'gati.dev/v1alpha1', controller: true, blockOwnerDeletion: true };
  return {
    handlerOwner: { ...owns, kind: 'GatiHandler', name, uid },
    owners: ({ version: { record } }) => ({
      ...owns,
      kind: 'GatiVersion',
      name: record.metadata.name,
      uid: record.metadata.uid ?? '',
    }),
  };
}

function handlerObjects(
  { handler, canMonitor, target }: HandlerObservation,
  { generator }: HandlerSettings,
  route: RouteDecision,
  owner: OwnerReference | undefined,
): DeploymentResource[] {
  const { name, namespace } = handler.metadata;
  if (!target) return [];
  const { service, monitoring, traffic, port } = handler.spec;
  const wantsMonitor = canMonitor && monitoring?.serviceMonitor === true;
  const objects = generator.handler({
    handler: { namespace, name },
    selector: route.selector,
    port,
    service: { ...service, annotations: { ...service?.annotations, ...route.annotations } },
    ...(owner && { owner }),
    ...(wantsMonitor && { monitor: { path: traffic?.metricsPath } }),
  });
  return [...objects, ...route.objects];
}
