import { BOUND_BY_CONTROLLER, isSameMode, PROVISIONED_BY } from '../../volumes/index.ts';
import type { ClaimObject, ReportedEvent, VolumeObject } from './claim-step.ts';

/** What is to be done about a volume. */
export type VolumeStep =
  | { readonly is: 'phase'; readonly phase: 'Available' | 'Bound' }
  /** Its claim is gone, or has another volume. */
  | { readonly is: 'reclaim' }
  /** Its claim has another volume: free for others again. */
  | { readonly is: 'unbind' }
  /** The claim cannot have it. */
  | { readonly is: 'mismatch'; readonly onVolume: ReportedEvent; readonly onClaim: ReportedEvent }
  /** The claim's turn. */
  | { readonly is: 'wait' };

/** `claim` is the one that the volume refers to, where it exists. */
export function volumeStep(volume: VolumeObject, claim: ClaimObject | undefined): VolumeStep {
  const { claimRef, persistentVolumeReclaimPolicy: policy } = volume.spec ?? {};
  // One that is merely reserved has no uid yet.
  if (!claimRef?.uid) return { is: 'phase', phase: 'Available' };
  if (!claim || claim.metadata.uid !== claimRef.uid) return { is: 'reclaim' };
  const taken = claim.spec?.volumeName;
  if (taken === volume.metadata.name) return { is: 'phase', phase: 'Bound' };
  if (!taken) return isSameMode(claim, volume) ? { is: 'wait' } : modeMismatch(volume, claim);
  const isMadeForIt = volume.metadata.annotations?.[PROVISIONED_BY] !== undefined && policy === 'Delete';
  return { is: isMadeForIt ? 'reclaim' : 'unbind' };
}

function modeMismatch(volume: VolumeObject, claim: ClaimObject): VolumeStep {
  const reported = (what: string): ReportedEvent => ({
    type: 'Warning',
    reason: 'VolumeMismatch',
    note: `Cannot bind PersistentVolume ${what} due to incompatible volumeMode.`,
  });
  return {
    is: 'mismatch',
    onVolume: reported(`to requested PersistentVolumeClaim "${claim.metadata.name}"`),
    onClaim: reported(`"${volume.metadata.name}" to requested PersistentVolumeClaim`),
  };
}

/** The volume without its claim; one that its author reserved stays reserved. */
export function unbound(volume: VolumeObject): VolumeObject {
  const { claimRef, ...spec } = volume.spec ?? {};
  const { [BOUND_BY_CONTROLLER]: isOurs, ...annotations } = volume.metadata.annotations ?? {};
  if (isOurs !== undefined) return { ...volume, metadata: { ...volume.metadata, annotations }, spec };
  const { uid: _uid, ...reserved } = claimRef ?? {};
  return { ...volume, spec: { ...spec, claimRef: reserved } };
}

/** What becomes of a released volume: it stays, another provisioner removes it, it goes, or nobody can remove it. */
export type Fate = { readonly is: 'kept' | 'removed' } | { readonly is: 'failed'; readonly why: string };

export function fateOf({ metadata, spec }: VolumeObject): Fate {
  const { name, annotations } = metadata;
  if (spec?.persistentVolumeReclaimPolicy !== 'Delete') return { is: 'kept' };
  const maker = annotations?.[PROVISIONED_BY];
  if (spec.csi || (maker && !maker.startsWith('kubernetes.io/'))) return { is: 'kept' };
  if (!spec.hostPath) {
    return {
      is: 'failed',
      why: `error getting deleter volume plugin for volume "${name}": no deletable volume plugin matched`,
    };
  }
  const { path } = spec.hostPath;
  if (/^\/tmp\/.+/.test(path)) return { is: 'removed' };
  return { is: 'failed', why: `host_path deleter only supports /tmp/.+ but received provided ${path}` };
}
