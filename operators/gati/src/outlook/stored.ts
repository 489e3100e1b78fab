import type { Instant } from '@gati-framework/contracts/deployment';
import { timestamp } from '@slipway/apimachinery/clock';
import { DeliveryError, TERMINAL, type VersionId } from '@slipway/delivery';
import { decodeRollout, encodeRollout, type StoredRollout } from '@slipway/delivery/persistence';

import type { GatiHandlerStatus } from '../types/index.ts';
import { stepOf } from './outlook.ts';

type Shown = NonNullable<GatiHandlerStatus['rollout']>;

/** Read once for each text that was written, not at each look: an object of a cache is the same until it changes. */
const READ = new WeakMap<Shown, StoredRollout>();

/** The rollout that a status keeps. */
export function rolloutIn(status: Pick<GatiHandlerStatus, 'rollout'> | undefined): StoredRollout | undefined {
  const { rollout } = status ?? {};
  if (rollout?.encoded === undefined) return undefined;
  const known = READ.get(rollout);
  if (known) return known;
  const stored = decodeRollout(rollout.encoded);
  READ.set(rollout, stored);
  return stored;
}

/** Why the rollout that a status keeps cannot be read: it is damaged, or of another release. Undefined where it can. */
export function unreadableRollout(status: Pick<GatiHandlerStatus, 'rollout'> | undefined): string | undefined {
  try {
    rolloutIn(status);
    return undefined;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return error.message;
  }
}

/** What a status shows of a rollout, and the rollout itself as one text (G-87). */
export function shownRollout(stored: StoredRollout): Shown {
  const { plan, state } = stored;
  return {
    ...(plan.from !== null && { from: plan.from }),
    to: plan.to,
    phase: state.phase,
    step: stepOf(plan, state),
    since: timestamp(state.since),
    ...(state.wakeAt !== null && { wakeAt: timestamp(state.wakeAt) }),
    encoded: encodeRollout(stored),
  };
}

/** Neither succeeded nor given back: a rollout that stopped on its way is open until a person decides. */
export function isOpen({ plan, state }: StoredRollout): boolean {
  if (!TERMINAL.has(state.phase)) return true;
  const isStuck = state.phase === 'Frozen' || state.phase === 'RollbackFailed';
  // A first version that stopped has nothing to go back to, so it is in nobody's way.
  return isStuck && plan.from !== null;
}

/** What a rollout needs a version for. */
export interface RolloutUse {
  /** Baseline or subject of an open rollout. */
  readonly isPlanned: boolean;
  /** Set while a rollback would go to it without steps. */
  readonly rollbackWindowEndsAt?: Instant;
}

export function useBy(stored: StoredRollout | undefined, id: VersionId): RolloutUse {
  if (!stored) return { isPlanned: false };
  const { plan, state } = stored;
  const { baseline = {}, goal = {} } = plan.split ?? {};
  const hadWeight = (baseline[id] ?? 0) > 0;
  // Either is enough: a goal of zero takes nothing from a baseline that the traffic may have to go back to.
  const isIn = plan.from === id || plan.to === id || hadWeight || (goal[id] ?? 0) > 0;
  const isUndoable = state.phase === 'Succeeded' && state.succeededAt !== undefined && hadWeight;
  return {
    isPlanned: isOpen(stored) && isIn,
    ...(isUndoable && { rollbackWindowEndsAt: (state.succeededAt ?? 0) + plan.rollback.window }),
  };
}

/** Who holds the version, and why. */
export function holdOn(stored: StoredRollout | undefined, id: VersionId): string | undefined {
  const { hold } = stored?.state ?? {};
  // A mark of failure keeps a version from being started, not from being cleared away.
  if (!hold || hold.by === 'slipway' || (hold.version !== undefined && hold.version !== id)) return undefined;
  return `${hold.by}: ${hold.reason}`;
}
