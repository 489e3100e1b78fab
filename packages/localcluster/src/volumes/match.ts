import { compareQuantities } from '@slipway/apimachinery/quantity';
import { type LabelSelector, type Labels, matchesSelector } from '@slipway/apimachinery/selectors';
import { matchesTerm, type NodeLike, type NodeSelectorTerm } from '../matching/index.ts';
import { BIND_COMPLETED } from './marks.ts';

interface Metadata {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly annotations?: Labels | undefined;
  readonly deletionTimestamp?: string | undefined;
}

export interface ClaimLike {
  readonly metadata: Metadata;
  readonly spec?:
    | {
        readonly accessModes?: readonly string[] | undefined;
        readonly resources?: { readonly requests?: Labels | undefined } | undefined;
        readonly selector?: LabelSelector | undefined;
        readonly storageClassName?: string | undefined;
        readonly volumeAttributesClassName?: string | undefined;
        readonly volumeMode?: string | undefined;
        readonly volumeName?: string | undefined;
      }
    | undefined;
}

export interface VolumeLike {
  readonly metadata: Metadata;
  readonly spec?:
    | {
        readonly accessModes?: readonly string[] | undefined;
        readonly capacity?: Labels | undefined;
        readonly claimRef?:
          | {
              readonly name?: string | undefined;
              readonly namespace?: string | undefined;
              readonly uid?: string | undefined;
            }
          | undefined;
        readonly nodeAffinity?:
          | { readonly required?: { readonly nodeSelectorTerms: readonly NodeSelectorTerm[] } | undefined }
          | undefined;
        readonly storageClassName?: string | undefined;
        readonly volumeAttributesClassName?: string | undefined;
        readonly volumeMode?: string | undefined;
      }
    | undefined;
  readonly status?: { readonly phase?: string | undefined } | undefined;
}

/** What classes were before they were fields. */
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

export function classOf({
  metadata,
  spec,
}: Pick<ClaimLike, 'metadata'> & {
  readonly spec?: { readonly storageClassName?: string | undefined } | undefined;
}): string {
  return metadata.annotations?.[CLASS_ANNOTATION] ?? spec?.storageClassName ?? '';
}

/** Whether a claim says anything of classes. The empty name is a wish too: for no class. */
export function hasClass({ metadata, spec }: ClaimLike): boolean {
  return metadata.annotations?.[CLASS_ANNOTATION] !== undefined || spec?.storageClassName !== undefined;
}

/** Whether a claim has its volume for good. */
export function isBound({ metadata, spec }: ClaimLike): boolean {
  return Boolean(spec?.volumeName) && metadata.annotations?.[BIND_COMPLETED] !== undefined;
}

/** Whether a claim is to be bound when its first pod is placed, and nobody has chosen a volume for it. */
export function isWaitingForPod(
  claim: ClaimLike,
  classNamed: (name: string) => { readonly volumeBindingMode?: string | undefined } | undefined,
): boolean {
  return !claim.spec?.volumeName && classNamed(classOf(claim))?.volumeBindingMode === 'WaitForFirstConsumer';
}

/** Whether a volume is reserved for a claim, or has it. */
export function isBoundTo({ spec }: VolumeLike, { metadata }: ClaimLike): boolean {
  const ref = spec?.claimRef;
  if (!ref || ref.name !== metadata.name || ref.namespace !== metadata.namespace) return false;
  return !ref.uid || ref.uid === metadata.uid;
}

export function isSameMode(claim: ClaimLike, volume: VolumeLike): boolean {
  return (claim.spec?.volumeMode ?? 'Filesystem') === (volume.spec?.volumeMode ?? 'Filesystem');
}

/** Why a volume that a claim asks for by name is not for it, in the real binder's words. */
export function mismatch(volume: VolumeLike, claim: ClaimLike): string | undefined {
  if (volume.metadata.deletionTimestamp) return `the volume is marked for deletion "${volume.metadata.name}"`;
  if (!isLargeEnough(volume, claim)) return 'requested PV is too small';
  if (classOf(volume) !== classOf(claim)) return 'storageClassName does not match';
  if (!isSameAttributesClass(volume, claim)) return 'volumeAttributesClassName does not match';
  if (!isSameMode(claim, volume)) return 'incompatible volumeMode';
  return hasAccessModes(volume, claim) ? undefined : 'incompatible accessMode';
}

export interface VolumeSearch {
  /** The scheduler chooses for a node; volumes that it does not reach are not for the claim. */
  readonly node?: NodeLike | undefined;
  /** The claim waits for its first pod: only a volume reserved for it counts. */
  readonly onlyReserved?: boolean;
}

/**
 * The volume for a claim: one with the fewest access modes that will do, of those one that is reserved for
 * it, else the smallest. For a node the number of access modes does not count.
 */
export function findVolume<V extends VolumeLike>(
  claim: ClaimLike,
  volumes: readonly V[],
  { node, onlyReserved = false }: VolumeSearch = {},
): V | undefined {
  const isReserved = (volume: V): boolean => isBoundTo(volume, claim);
  const isFree = (volume: V): boolean => !onlyReserved && isAvailable(volume, claim, node);
  const [best] = volumes
    .filter((volume) => isLikeAsked(volume, claim) && (isReserved(volume) || isFree(volume)))
    .toSorted(
      (a, b) =>
        (node ? 0 : modesOf(a) - modesOf(b)) ||
        Number(isReserved(b)) - Number(isReserved(a)) ||
        compareQuantities(sizeOf(a), sizeOf(b)),
    );
  return best && (!node || isReachable(best, node)) ? best : undefined;
}

function isLikeAsked(volume: VolumeLike, claim: ClaimLike): boolean {
  return (
    !volume.metadata.deletionTimestamp &&
    hasAccessModes(volume, claim) &&
    isLargeEnough(volume, claim) &&
    isSameMode(claim, volume) &&
    isSameAttributesClass(volume, claim)
  );
}

function isAvailable(volume: VolumeLike, claim: ClaimLike, node: NodeLike | undefined): boolean {
  const { selector } = claim.spec ?? {};
  return (
    !volume.spec?.claimRef &&
    volume.status?.phase === 'Available' &&
    (!selector || matchesSelector(selector, volume.metadata.labels)) &&
    classOf(volume) === classOf(claim) &&
    (!node || isReachable(volume, node))
  );
}

/** Whether a node reaches a volume. */
export function isReachable({ spec }: VolumeLike, node: NodeLike): boolean {
  return spec?.nodeAffinity?.required?.nodeSelectorTerms.some((term) => matchesTerm(term, node)) ?? true;
}

function modesOf({ spec }: VolumeLike): number {
  return spec?.accessModes?.length ?? 0;
}

function sizeOf({ spec }: VolumeLike): string {
  return spec?.capacity?.['storage'] ?? '0';
}

function isLargeEnough(volume: VolumeLike, { spec }: ClaimLike): boolean {
  return compareQuantities(sizeOf(volume), spec?.resources?.requests?.['storage'] ?? '0') >= 0;
}

function isSameAttributesClass(volume: VolumeLike, claim: ClaimLike): boolean {
  return (claim.spec?.volumeAttributesClassName ?? '') === (volume.spec?.volumeAttributesClassName ?? '');
}

function hasAccessModes({ spec }: VolumeLike, claim: ClaimLike): boolean {
  return (claim.spec?.accessModes ?? []).every((mode) => spec?.accessModes?.includes(mode));
}
