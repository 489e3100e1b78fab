import { claimNames, isBound, isReachable, isWaitingForPod } from '../../volumes/index.ts';
import { planClaims } from '../claim-plan.ts';
import type { Claim } from '../objects.ts';
import type { PodInfo } from '../pod-info.ts';
import type { Snapshot } from '../snapshot.ts';
import { curable, type Filter, final } from './filter.ts';

function claimsOf({ pod, namespace }: PodInfo, snapshot: Snapshot): Claim[] {
  return claimNames(pod).flatMap((name) => snapshot.claim(namespace, name) ?? []);
}

export const volumeRestrictions: Filter = {
  name: 'VolumeRestrictions',
  prepare(pod, snapshot) {
    const missing = claimNames(pod.pod).find((name) => !snapshot.claim(pod.namespace, name));
    if (missing !== undefined) return { refusesPod: `persistentvolumeclaim "${missing}" not found` };
    const single = claimsOf(pod, snapshot).filter(({ spec }) => spec?.accessModes?.includes('ReadWriteOncePod'));
    if (single.length === 0) return undefined;
    const own = new Set(single.map(({ metadata }) => metadata.name));
    return ({ pods }) => {
      const isUsed = pods.some(
        (other) => other.namespace === pod.namespace && claimNames(other.pod).some((name) => own.has(name)),
      );
      const reason =
        'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';
      return isUsed ? curable(reason) : undefined;
    };
  },
};

export const volumeBinding: Filter = {
  name: 'VolumeBinding',
  prepare(pod, snapshot) {
    const claims = claimsOf(pod, snapshot);
    if (claims.length === 0) return undefined;
    for (const { metadata, spec, status } of claims) {
      const { name } = metadata;
      if (status?.phase === 'Lost') {
        const volume = spec?.volumeName;
        return { refusesPod: `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${volume}"` };
      }
      if (metadata.deletionTimestamp) return { refusesPod: `persistentvolumeclaim "${name}" is being deleted` };
    }
    const open = claims.filter((claim) => !isBound(claim));
    if (!open.every((claim) => isWaitingForPod(claim, snapshot.volumeClass))) {
      return { refusesPod: 'pod has unbound immediate PersistentVolumeClaims' };
    }
    const bound = claims.flatMap((claim) => (isBound(claim) ? [claim.spec?.volumeName ?? ''] : []));
    return ({ node }) => {
      const volumes = bound.map((name) => snapshot.volume(name));
      if (volumes.includes(undefined)) {
        return final('node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)');
      }
      const reasons = [
        ...(planClaims(open, node, snapshot) ? [] : ["node(s) didn't find available persistent volumes to bind"]),
        ...(volumes.every((volume) => volume && isReachable(volume, node))
          ? []
          : ["node(s) didn't match PersistentVolume's node affinity"]),
      ];
      return reasons.length === 0 ? undefined : final(...reasons);
    };
  },
};
