import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '@slipway/kube/kinds';
import {
  BIND_COMPLETED,
  classOf,
  findVolume,
  hasClass,
  isBoundTo,
  mismatch,
  SELECTED_NODE,
} from '../../volumes/index.ts';
import type { Read } from '../objects/index.ts';

export type ClaimObject = Read<typeof PersistentVolumeClaim>;
export type VolumeObject = Read<typeof PersistentVolume>;
export type ClassObject = Read<typeof StorageClass>;

/** What is recorded on a claim or a volume. */
export interface ReportedEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly note: string;
}

/** What is to be done about a claim. */
export type ClaimStep =
  | { readonly is: 'bind'; readonly volume: VolumeObject }
  /** Waits, and says for what. */
  | { readonly is: 'pending'; readonly reported?: ReportedEvent }
  /** Had a volume and has none any more. Final; reported once. */
  | { readonly is: 'lost'; readonly reported: ReportedEvent }
  /** Made before there was a default class: gets it now. */
  | { readonly is: 'classed'; readonly name: string }
  | { readonly is: 'provision'; readonly provisioner: string }
  /** Nobody can make a volume for it. Its status stays as it is. */
  | { readonly is: 'refused'; readonly reported: ReportedEvent };

/** What a claim is seen among. */
export interface Surroundings {
  readonly volumes: readonly VolumeObject[];
  readonly classes: readonly ClassObject[];
  /** The names of pods that use the claim and have no node. */
  readonly waitingPods: readonly string[];
}

const warning = (reason: string, note: string): ReportedEvent => ({ type: 'Warning', reason, note });
const normal = (reason: string, note: string): ReportedEvent => ({ type: 'Normal', reason, note });

export function claimStep(claim: ClaimObject, around: Surroundings): ClaimStep {
  if (claim.metadata.annotations?.[BIND_COMPLETED] !== undefined) return boundStep(claim, around);
  return claim.spec?.volumeName ? namedStep(claim, claim.spec.volumeName, around) : openStep(claim, around);
}

/** Was bound before: all is well, or its volume is lost. */
function boundStep({ spec, metadata }: ClaimObject, { volumes }: Surroundings): ClaimStep {
  const lost = (reason: string, note: string): ClaimStep => ({ is: 'lost', reported: warning(reason, note) });
  if (!spec?.volumeName) {
    return lost('ClaimLost', 'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!');
  }
  const volume = volumes.find((each) => each.metadata.name === spec.volumeName);
  if (!volume) return lost('ClaimLost', 'Bound claim has lost its PersistentVolume. Data on the volume is lost!');
  const { claimRef } = volume.spec ?? {};
  if (!claimRef || claimRef.uid === metadata.uid) return { is: 'bind', volume };
  return lost('ClaimMisbound', 'Two claims are bound to the same volume, this one is bound incorrectly');
}

/** Its author asks for one volume by name. */
function namedStep(claim: ClaimObject, name: string, { volumes }: Surroundings): ClaimStep {
  const volume = volumes.find(({ metadata }) => metadata.name === name);
  if (!volume) return { is: 'pending' };
  if (isBoundTo(volume, claim)) return { is: 'bind', volume };
  if (volume.spec?.claimRef) {
    const note = `volume "${name}" already bound to a different claim.`;
    return { is: 'pending', reported: warning('FailedBinding', note) };
  }
  const why = mismatch(volume, claim);
  if (why === undefined) return { is: 'bind', volume };
  return { is: 'pending', reported: warning('VolumeMismatch', `Cannot bind to requested volume "${name}": ${why}`) };
}

/** Any volume will do that is as asked. */
function openStep(claim: ClaimObject, { volumes, classes, waitingPods }: Surroundings): ClaimStep {
  const className = classOf(claim);
  const storageClass = classes.find(({ metadata }) => metadata.name === className);
  const isDelayed = storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
  const volume = findVolume(claim, volumes, { onlyReserved: isDelayed });
  if (volume) return { is: 'bind', volume };
  const fallback = hasClass(claim) ? undefined : defaultClass(classes);
  if (fallback !== undefined) return { is: 'classed', name: fallback };
  if (isDelayed && claim.metadata.annotations?.[SELECTED_NODE] === undefined) {
    return { is: 'pending', reported: waitingFor(waitingPods) };
  }
  if (className === '') {
    const note = 'no persistent volumes available for this claim and no storage class is set';
    return { is: 'pending', reported: normal('FailedBinding', note) };
  }
  return provisionStep(className, storageClass);
}

function waitingFor(pods: readonly string[]): ReportedEvent {
  if (pods.length === 0) {
    return normal('WaitForFirstConsumer', 'waiting for first consumer to be created before binding');
  }
  const who = pods.length === 1 ? `pod ${pods[0]}` : `pods ${pods.join(',')}`;
  return normal('WaitForPodScheduled', `waiting for ${who} to be scheduled`);
}

function provisionStep(name: string, storageClass: ClassObject | undefined): ClaimStep {
  const refused = (note: string): ClaimStep => ({ is: 'refused', reported: warning('ProvisioningFailed', note) });
  if (!storageClass) return refused(`storageclass.storage.k8s.io "${name}" not found`);
  const { provisioner } = storageClass;
  // What was once part of Kubernetes is not any more.
  if (provisioner.startsWith('kubernetes.io/')) return refused(`no volume plugin matched name: ${provisioner}`);
  return { is: 'provision', provisioner };
}

/** The newest of the classes that are marked as default; of one second the first by name. */
function defaultClass(classes: readonly ClassObject[]): string | undefined {
  const marks = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];
  const made = ({ metadata }: ClassObject): number => Date.parse(metadata.creationTimestamp ?? '');
  return classes
    .filter(({ metadata }) => marks.some((mark) => metadata.annotations?.[mark] === 'true'))
    .toSorted((a, b) => made(b) - made(a) || (a.metadata.name < b.metadata.name ? -1 : 1))[0]?.metadata.name;
}
