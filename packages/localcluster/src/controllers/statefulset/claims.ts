import type { DeepReadonly, OwnerReference } from '@slipway/kube';
import { Pod, StatefulSet } from '@slipway/kube/kinds';
import { controllerReference } from '../ownership/index.ts';
import type { PodObject } from '../pods/index.ts';
import { type ClaimObject, firstOrdinal, ordinalOf, type StatefulSetObject } from './identity.ts';

type Owners = readonly DeepReadonly<OwnerReference>[];

/**
 * Who takes a claim along when it goes (`persistentVolumeClaimRetentionPolicy`): the set, the pod when it
 * is scaled away, or nobody. A claim that something else controls is left to it.
 */
export function claimOwners(set: StatefulSetObject, pod: PodObject, claim: ClaimObject): Owners {
  const policy = (
    set.spec as { persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string; whenScaled?: string } } | undefined
  )?.persistentVolumeClaimRetentionPolicy;
  const uids = new Set([set.metadata.uid, pod.metadata.uid]);
  const others = (claim.metadata.ownerReferences ?? []).filter(({ uid }) => !uids.has(uid));
  if (others.some(({ controller }) => controller)) return others;
  const ordinal = ordinalOf(set, pod) ?? -1;
  const start = firstOrdinal(set);
  const isScaledAway = ordinal < start || ordinal >= start + (set.spec?.replicas ?? 1);
  const own = (kind: typeof Pod | typeof StatefulSet, object: PodObject | StatefulSetObject): Owners => [
    ...others,
    controllerReference(kind, object),
  ];
  if (policy?.whenScaled === 'Delete' && isScaledAway) return own(Pod, pod);
  if (policy?.whenDeleted === 'Delete' && !(policy.whenScaled === 'Delete' && isScaledAway))
    return own(StatefulSet, set);
  return others;
}
