import type { Instant } from '@gati-framework/contracts/deployment';
import { instantOf } from '@slipway/apimachinery/clock';
import type { StoredRollout } from '@slipway/delivery/persistence';
import {
  type DecommissionSettings,
  type DecommissionSituation,
  type DrainSample,
  defined,
  historyOf,
  pastBlockers,
  policyOf,
  type VersionUse,
} from '../decommission/index.ts';
import { ANNOTATIONS, LABELS } from '../names/index.ts';
import { failedRetention, holdOn, rolloutIn, useBy } from '../rollouts/index.ts';
import type { GatiHandler, GatiVersion } from '../types/index.ts';

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
  const rollout = rolloutOf(handler);
  const drained = status.conditions?.find(({ type, status: stated }) => type === 'Drained' && stated === 'True');
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
    ...defined('hold', holdOn(readable(rollout), spec.versionId)),
    use: useOf(version, handler, rollout),
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

function useOf({ spec, status }: GatiVersion, handler: GatiHandler | undefined, rollout: Rollout): VersionUse {
  const id = spec.versionId;
  const failedAt = instantOf(status?.failedAt);
  const use = useBy(readable(rollout), id);
  return {
    ...use,
    isTarget: id === (handler?.status?.targetVersion ?? handler?.spec.version),
    isStable: id === handler?.status?.stableVersion,
    isPlanned: rollout === 'unreadable' || use.isPlanned,
    ...(failedAt !== undefined && { retentionEndsAt: failedAt + failedRetention(handler?.spec ?? {}) }),
  };
}

type Rollout = StoredRollout | 'unreadable' | undefined;

const readable = (rollout: Rollout): StoredRollout | undefined => (rollout === 'unreadable' ? undefined : rollout);

function rolloutOf(handler: GatiHandler | undefined): Rollout {
  try {
    return rolloutIn(handler?.status);
  } catch {
    // Written by another release: whatever it plans may need the version.
    return 'unreadable';
  }
}
