import type { StoredRollout } from '@slipway/delivery/persistence';
import type { ReadHandler } from '../cluster/index.ts';
import { isOpen } from '../rollouts/index.ts';
import type { VersionObservation } from './observation.ts';
import { replicasOf } from './workload.ts';

/**
 * Pods that carry all traffic: as the rollout counts them, else as the spec says. Where scalers decide, as many as the
 * version with the fewest for its share allows, so that none of them stands by and makes its scaler see less load than
 * there is; and never fewer than one version has, for a version that lost its pods is no reason to take others out.
 */
export function baseOf(
  { spec, status }: ReadHandler,
  versions: readonly Pick<VersionObservation, 'id' | 'workload'>[],
  stored: StoredRollout | undefined,
): number {
  if (stored?.state.base !== undefined && isOpen(stored)) return stored.state.base;
  const { replicas, scaling } = spec;
  if (!scaling) return Math.max(1, replicas);
  const { wanted = {} } = status?.traffic ?? {};
  const receivers = versions.flatMap(({ id, workload }) => {
    const [pods, weight] = [replicasOf(workload) ?? 0, wanted[id] ?? 0];
    return pods > 0 && weight > 0 ? [{ pods, all: Math.floor((pods * 100) / weight) }] : [];
  });
  if (receivers.length === 0) return Math.max(1, ...versions.map(({ workload }) => replicasOf(workload) ?? 0));
  return Math.max(Math.min(...receivers.map(({ all }) => all)), ...receivers.map(({ pods }) => pods));
}
