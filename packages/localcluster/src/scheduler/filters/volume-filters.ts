import type { Claim } from '../objects.ts';
import type { PodInfo } from '../pod-info.ts';
import { matchesTerm } from '../selectors.ts';
import type { Snapshot } from '../snapshot.ts';
import { curable, type Filter, final } from './filter.ts';

/** The names of the claims that a pod mounts; ephemeral volumes have claims named after pod and volume. */
function claimNames({ pod }: PodInfo): { readonly name: string }[] {
  return (pod.spec?.volumes ?? []).flatMap((volume) => {
    if (volume.persistentVolumeClaim) return [{ name: volume.persistentVolumeClaim.claimName }];
    return volume.ephemeral ? [{ name: `${pod.metadata.name}-${volume.name}` }] : [];
  });
}

function claimsOf(pod: PodInfo, snapshot: Snapshot): Claim[] {
  return claimNames(pod).flatMap(({ name }) => snapshot.claim(pod.namespace, name) ?? []);
}

export const volumeRestrictions: Filter = {
  name: 'VolumeRestrictions',
  prepare(pod, snapshot) {
    const names = claimNames(pod);
    const missing = names.find(({ name }) => !snapshot.claim(pod.namespace, name));
    if (missing) return { refusesPod: `persistentvolumeclaim "${missing.name}" not found` };
    const single = claimsOf(pod, snapshot).filter(({ spec }) => spec?.accessModes?.includes('ReadWriteOncePod'));
    if (single.length === 0) return undefined;
    const own = new Set(single.map(({ metadata }) => metadata.name));
    return ({ pods }) => {
      const isUsed = pods.some(
        (other) => other.namespace === pod.namespace && claimNames(other).some(({ name }) => own.has(name)),
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
    const isImmediate = ({ spec }: Claim): boolean =>
      snapshot.volumeClass(spec?.storageClassName ?? '')?.volumeBindingMode !== 'WaitForFirstConsumer';
    if (claims.some((claim) => !claim.spec?.volumeName && isImmediate(claim))) {
      return { refusesPod: 'pod has unbound immediate PersistentVolumeClaims' };
    }
    const bound = claims.flatMap(({ spec }) => (spec?.volumeName ? [spec.volumeName] : []));
    return ({ node }) => {
      const volumes = bound.map((name) => snapshot.volume(name));
      if (volumes.includes(undefined)) {
        return final('node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)');
      }
      const isReachable = volumes.every((volume) => {
        const terms = volume?.spec?.nodeAffinity?.required?.nodeSelectorTerms;
        return terms === undefined || terms.some((term) => matchesTerm(term, node));
      });
      return isReachable ? undefined : final("node(s) didn't match PersistentVolume's node affinity");
    };
  },
};
