import type { Instant } from '@gati-framework/contracts/deployment';
import { loadRollout, type StoredRollout, TERMINAL } from '@slipway/delivery';
import { parseDuration } from '../durations/index.ts';
import { ANNOTATIONS, LABELS } from '../names/index.ts';
import type { GatiHandler, GatiVersion } from '../types/index.ts';
import { pastBlockers } from './blockers.ts';
import { type DrainSample, historyOf, instantOf } from './drain-status.ts';
import { type DecommissionSettings, policyOf } from './policy.ts';
import type { DecommissionSituation, VersionUse } from './situation.ts';

/** A version and its surroundings as the custom resources show them. */
export interface VersionView {
  readonly version: GatiVersion;
  readonly handler: GatiHandler | undefined;
  /** All GatiVersions of the namespace. */
  readonly versions: readonly GatiVersion[];
  readonly latest: DrainSample | undefined;
  readonly foreign: string | undefined;
  readonly settings: DecommissionSettings;
}

export function handlerNameOf({ spec, status, metadata }: GatiVersion): string | undefined {
  return status?.handlerName ?? spec.handlerRef?.name ?? metadata.labels?.[LABELS.handler];
}

/** The situation by status alone: what nobody has written there is unknown. */
export function situationOf(view: VersionView, now: Instant): DecommissionSituation {
  const { version, handler, latest, foreign, settings } = view;
  const { spec, metadata, status = {} } = version;
  const drained = status.conditions?.find(({ type, status: said }) => type === 'Drained' && said === 'True');
  return {
    stage: status.stage ?? (status.phase === 'Draining' ? 'Draining' : undefined),
    weight:
      status.effectiveWeight === undefined
        ? { unknown: 'no router has confirmed one' }
        : { value: status.effectiveWeight, at: now },
    ...defined('drainingSince', instantOf(status.drainingSince)),
    ...defined('lastTrafficAt', instantOf(status.lastTrafficTimestamp)),
    ...defined('drainedAt', instantOf(drained?.lastTransitionTime)),
    history: historyOf(status),
    ...defined('latest', latest),
    tags: spec.tags ?? [],
    isKept: metadata.annotations?.[ANNOTATIONS.keep] === 'true',
    ...defined('hold', holdOf(handler, spec.versionId)),
    use: useOf(version, handler),
    others: othersOf(view, now),
    ...defined('foreign', foreign),
    policy: policyOf(handler?.spec ?? {}, settings),
    blockers: pastBlockers(status.blockers),
  };
}

function othersOf({ version, versions, handler }: VersionView, now: Instant): DecommissionSituation['others'] {
  if (!handler) return { unknown: 'its handler is not known' };
  const others = versions.filter(
    (other) => other.metadata.name !== version.metadata.name && handlerNameOf(other) === handler.metadata.name,
  );
  const available = others.filter(({ status }) => (status?.readyReplicas ?? 0) > 0);
  const weight = available.reduce((total, { status }) => total + (status?.effectiveWeight ?? 0), 0);
  return { at: now, value: { isOneAvailable: available.length > 0, weight } };
}

function useOf({ spec, status }: GatiVersion, handler: GatiHandler | undefined): VersionUse {
  const id = spec.versionId;
  const failedAt = instantOf(status?.failedAt);
  const rollout = rolloutOf(handler);
  const retention = parseDuration(handler?.spec.rollout?.failedRetention ?? '1h');
  return {
    isTarget: id === (handler?.status?.targetVersion ?? handler?.spec.version),
    isStable: id === handler?.status?.stableVersion,
    isPlanned: rollout === 'unreadable' || (rollout !== undefined && isOpen(rollout) && isIn(rollout, id)),
    ...(failedAt !== undefined && { retentionEndsAt: failedAt + retention }),
    ...(typeof rollout === 'object' &&
      rollout.state.succeededAt !== undefined &&
      isIn(rollout, id) && { rollbackWindowEndsAt: rollout.state.succeededAt + rollout.plan.rollback.window }),
  };
}

function rolloutOf(handler: GatiHandler | undefined): StoredRollout | 'unreadable' | undefined {
  if (handler?.status?.rollout === undefined) return undefined;
  try {
    return loadRollout(handler.status.rollout);
  } catch {
    // Written by another release: whatever it plans may need the version.
    return 'unreadable';
  }
}

/** Stopped where it is, a rollout still holds its weights. */
function isOpen({ state: { phase } }: StoredRollout): boolean {
  return !TERMINAL.has(phase) || phase === 'Frozen' || phase === 'RollbackFailed';
}

function isIn({ plan: { from, to, split } }: StoredRollout, id: string): boolean {
  return from === id || to === id || (split?.baseline[id] ?? 0) > 0 || (split?.goal[id] ?? 0) > 0;
}

function holdOf(handler: GatiHandler | undefined, id: string): string | undefined {
  const rollout = rolloutOf(handler);
  const hold = typeof rollout === 'object' ? rollout.state.hold : undefined;
  // A mark of failure keeps a version from being started, not from being cleared away.
  if (!hold || hold.by === 'slipway' || (hold.version !== undefined && hold.version !== id)) return undefined;
  return `${hold.by}: ${hold.reason}`;
}

function defined<Key extends string, T>(key: Key, value: T | undefined): { [K in Key]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: T });
}
