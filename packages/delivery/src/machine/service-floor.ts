import type { Known } from '@gati-framework/contracts/deployment';
import type { VersionHealth, VersionId } from '../model/index.ts';

/** Replicas that carry `share` percent of what `base` carried: never none, and never more than its scaler may have. */
export function replicasFor(base: number, share: number, most: number): number {
  return Math.min(Math.max(1, Math.ceil((base * share) / 100)), Math.max(1, most));
}

/** A version and its share of the traffic. */
export interface Server {
  readonly id: VersionId;
  readonly weight: number;
  readonly health: Known<VersionHealth>;
  /** Replicas that carried all of the traffic when the last plan began. */
  readonly base: number | undefined;
}

/**
 * Why a version in service may need the help of others: it has fewer ready replicas than its share needs, or nobody
 * knows. Its scaler may wish for more than that; what stands by for it would then only take the room for them.
 */
export function belowServiceFloor({ id, weight, health, base }: Server): string | undefined {
  if (weight === 0) return undefined;
  if (health.unknown !== undefined) return `${id} serves, and is not known to be well: ${health.unknown}`;
  const { ready, wanted, scaler } = health.value;
  const needed =
    base === undefined ? (scaler?.min ?? wanted) : replicasFor(base, weight, scaler?.max ?? Number.POSITIVE_INFINITY);
  const floor = Math.max(1, Math.min(wanted, needed));
  return wanted > 0 && ready < floor ? `${id} serves with ${ready} of ${floor} ready replicas` : undefined;
}
