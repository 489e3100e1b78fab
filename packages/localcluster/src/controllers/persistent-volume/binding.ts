import { PersistentVolume, PersistentVolumeClaim } from '@slipway/kube/kinds';
import { BIND_COMPLETED, BOUND_BY_CONTROLLER, withAnnotations, withClaim } from '../../volumes/index.ts';
import type { Actor } from '../effects/index.ts';
import type { ClaimObject, VolumeObject } from './claim-step.ts';

/** Brings a volume and a claim together, the volume first. What is done already is not written again. */
export async function bind(hands: Actor, volume: VolumeObject, claim: ClaimObject): Promise<void> {
  const taken = withClaim(volume, claim);
  const boundTo = taken ? await hands.update(PersistentVolume, taken) : volume;
  if (boundTo.status?.phase !== 'Bound') {
    await hands.status(PersistentVolume, boundTo, { ...boundTo.status, phase: 'Bound' });
  }
  const given = boundClaim(claim, volume);
  const bound = given ? await hands.update(PersistentVolumeClaim, given) : claim;
  await hands.status(PersistentVolumeClaim, bound, boundStatus(bound, volume));
}

function boundClaim(claim: ClaimObject, { metadata: { name } }: VolumeObject): ClaimObject | undefined {
  const isNamed = claim.spec?.volumeName === name;
  if (isNamed && claim.metadata.annotations?.[BIND_COMPLETED] !== undefined) return undefined;
  const marks = { [BIND_COMPLETED]: 'yes', ...(!isNamed && { [BOUND_BY_CONTROLLER]: 'yes' }) };
  return withAnnotations({ ...claim, spec: { ...claim.spec, volumeName: name } }, marks);
}

function boundStatus({ status }: ClaimObject, { spec }: VolumeObject): object {
  // A claim that is bound already may have a size of its own: it is being resized.
  const capacity = status?.phase === 'Bound' ? status.capacity : spec?.capacity;
  const attributesClass = status?.phase === 'Bound' ? undefined : spec?.volumeAttributesClassName;
  return {
    ...status,
    phase: 'Bound',
    accessModes: spec?.accessModes,
    capacity,
    ...(attributesClass !== undefined && { currentVolumeAttributesClassName: attributesClass }),
  };
}
