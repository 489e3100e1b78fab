import { BOUND_BY_CONTROLLER } from './marks.ts';
import { type ClaimLike, isBoundTo, type VolumeLike } from './match.ts';

/** The object with these annotations too. */
export function withAnnotations<O extends Pick<ClaimLike, 'metadata'>>(
  object: O,
  marks: Readonly<Record<string, string>>,
): O {
  return { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, ...marks } } };
}

/** The volume with the claim in it; undefined when it is there. */
export function withClaim<V extends VolumeLike>(volume: V, claim: ClaimLike): V | undefined {
  if (isBoundTo(volume, claim) && volume.spec?.claimRef?.uid === claim.metadata.uid) return undefined;
  const next = { ...volume, spec: { ...volume.spec, claimRef: claimReference(claim) } };
  return isBoundTo(volume, claim) ? next : withAnnotations(next, { [BOUND_BY_CONTROLLER]: 'yes' });
}

/** How a volume refers to its claim. */
export function claimReference({ metadata }: ClaimLike): Readonly<Record<string, string | undefined>> {
  const { namespace, name, uid, resourceVersion } = metadata;
  return { kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name, uid, resourceVersion };
}
