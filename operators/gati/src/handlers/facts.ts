import type { Known } from '@gati-framework/contracts/deployment';
import { instantOf } from '@slipway/apimachinery/clock';
import type { VersionId, Weights } from '@slipway/delivery';
import type { VersionHealth } from '@slipway/delivery/model';
import type { StoredRollout } from '@slipway/delivery/persistence';
import { isOpen, type NextMove, nextMove, rolloutIn } from '../rollouts/index.ts';
import { MOST_RECEIVERS } from '../routing/index.ts';
import { declaredWeight } from '../weights/index.ts';
import type { HandlerObservation, VersionObservation } from './observation.ts';
import { rescaled } from './rescaled.ts';
import { healthOf, readyOf } from './workload.ts';

/** A version with everything that follows from what was seen of it. */
export interface VersionFacts {
  readonly version: VersionObservation;
  readonly id: VersionId;
  /** Confirmed by the router, now or last. */
  readonly weight: number;
  readonly health: Known<VersionHealth>;
  readonly isAvailable: boolean;
  readonly isTarget: boolean;
  readonly isBad: boolean;
  readonly isHeaderOnly: boolean;
  readonly isDeleting: boolean;
  /** What runs for it is reported, or there is nothing to report. */
  readonly isAccepted: boolean;
  readonly isRoutable: boolean;
  readonly failedAt: number | undefined;
}

/** What follows from the world before anything is decided. */
export interface HandlerFacts {
  readonly versions: readonly VersionFacts[];
  readonly stored: StoredRollout | undefined;
  readonly isOpen: boolean;
  readonly stable: VersionId | undefined;
  /** The split that was asked for last, over versions that are there. */
  readonly current: Weights;
  readonly next: NextMove;
  /** The spec names a version that was not the target before. */
  readonly isAnew: boolean;
}

export function factsOf(observed: HandlerObservation): HandlerFacts {
  const { handler, target } = observed;
  const { status = {} } = handler;
  const stored = rolloutIn(status);
  const isLive = stored !== undefined && isOpen(stored);
  const isAnew = target !== undefined && status.targetVersion !== undefined && status.targetVersion !== target.id;
  const versions = observed.versions.map((version) => versionFacts(observed, version, { stored, isLive, isAnew }));
  const isManual = handler.spec.routing?.weights === 'manual';
  const known = new Set((stored || isManual ? versions : withoutTrials(versions)).map(({ id }) => id));
  const last = isLive ? stored.state.weights : (status.traffic?.wanted ?? confirmedWeights(versions));
  const current = rescaled(last, known);
  const stable = isLive ? (stored.plan.from ?? undefined) : largest(versions, current);
  return {
    versions,
    stored,
    isOpen: isLive,
    stable,
    current,
    next: goalOf(observed, versions, stable, current),
    isAnew,
  };
}

interface Situation {
  readonly stored: StoredRollout | undefined;
  readonly isLive: boolean;
  readonly isAnew: boolean;
}

function versionFacts(
  observed: HandlerObservation,
  version: VersionObservation,
  { stored, isLive, isAnew }: Situation,
): VersionFacts {
  const { record, workload, compatibility } = version;
  const { status = {}, spec, metadata } = record;
  const { split } = observed.route;
  const weight = split.unknown === undefined ? (split.value.weights[version.id] ?? 0) : (status.effectiveWeight ?? 0);
  const isTarget = version.id === observed.target?.id;
  const isSubject = isLive && stored?.plan.to === version.id;
  const failedAt = isSubject || (isTarget && isAnew) ? undefined : failureOf(version, stored);
  const { template, deploymentName, serviceName } = spec;
  // What was removed comes back from its template, or not at all (G-103).
  const isSpent = template === undefined && status.stage === 'Decommissioned';
  const refers = deploymentName !== undefined && serviceName !== undefined && !(isSpent && isTarget);
  const isAccepted = version.problem === undefined && (template !== undefined || refers);
  // The stable Service selects the operator's own pods; only a route leads to another Service.
  const isReachable = !version.isReferring || observed.handler.spec.routing?.gateway !== undefined;
  const isDeleting = metadata.deletionTimestamp !== undefined;
  const isHeaderOnly = !compatibility.mayReceive;
  const tags = spec.tags ?? [];
  return {
    version,
    id: version.id,
    weight,
    health: healthOf(workload, { weight, tags, ...scalerOf(version) }, observed.now),
    isAvailable: readyOf(workload) > 0,
    isTarget,
    isBad: failedAt !== undefined,
    isHeaderOnly,
    isDeleting,
    isAccepted,
    isRoutable: isAccepted && !isSpent && isReachable && !isDeleting && !isHeaderOnly && failedAt === undefined,
    failedAt,
  };
}

/** The engine has to know who owns the number of pods, and how far it may go. */
function scalerOf({ scalers }: VersionObservation): Pick<VersionHealth, 'scaler'> {
  const bounds = scalers.find((scaler) => scaler.bounds !== undefined)?.bounds;
  return bounds ? { scaler: bounds } : {};
}

/** When its last rollout was given back, as the version or the rollout itself tells. */
function failureOf({ id, record }: VersionObservation, stored: StoredRollout | undefined): number | undefined {
  const noted = instantOf(record.status?.failedAt);
  const isLast = stored?.plan.to === id && (stored.state.phase === 'RolledBack' || stored.state.phase === 'Aborted');
  return isLast ? Math.max(stored.state.since, noted ?? 0) : noted;
}

/**
 * Where nothing is known of a rollout, because it was removed or lost, a version that it had given a share begins anew:
 * it has not shown yet that it may have more. Unless nobody else serves.
 */
function withoutTrials(versions: readonly VersionFacts[]): readonly VersionFacts[] {
  const tried = versions.filter(({ version }) => version.record.status?.stage !== 'Canary');
  return tried.some(({ weight }) => weight > 0) ? tried : versions;
}

const confirmedWeights = (versions: readonly VersionFacts[]): Weights =>
  Object.fromEntries(versions.map(({ id, weight }) => [id, weight]));

/** The version with the largest share; of several the oldest. */
function largest(versions: readonly VersionFacts[], weights: Weights): VersionId | undefined {
  const share = (id: VersionId): number => weights[id] ?? 0;
  const [first] = versions.toSorted((a, b) => share(b.id) - share(a.id));
  return first && share(first.id) > 0 ? first.id : undefined;
}

function goalOf(
  { handler: { spec } }: HandlerObservation,
  versions: readonly VersionFacts[],
  stable: VersionId | undefined,
  current: Weights,
): NextMove {
  const isManual = spec.routing?.weights === 'manual';
  return nextMove({
    versions: versions.map(({ version, isTarget, isRoutable }) => ({
      versionId: version.id,
      name: version.record.metadata.name,
      createdAt: version.createdAt,
      isRoutable,
      ...declaredWeight({
        isOperatorAuthored: version.isOperatorAuthored,
        isTarget,
        ofVersion: version.record.spec.routingWeight,
        ofHandler: spec.timescape?.routingWeight,
        isManual,
      }),
    })),
    target: versions.find(({ isTarget }) => isTarget)?.id ?? null,
    stable: stable ?? null,
    current,
    isManual,
    ...(spec.routing?.gateway && { maxReceivers: MOST_RECEIVERS }),
  });
}
