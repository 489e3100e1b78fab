import { isKubeError } from '@slipway/kube';
import { PersistentVolume, PersistentVolumeClaim, StorageClass } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import {
  claimReference,
  classOf,
  FOLDER_PROVISIONER,
  PROVISIONED_BY,
  STORAGE_PROVISIONER,
} from '../../volumes/index.ts';
import { actor, refusalText } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import type { Written } from '../objects/index.ts';
import type { ClaimObject, ClassObject } from './claim-step.ts';

/** Makes volumes for claims that ask for it, and removes those that are released. */
export function folderProvisioner(environment: Environment): void {
  const { manager, scope } = environment;
  manager
    .controller(PersistentVolumeClaim)
    .named('folder-provisioner')
    .for(scope)
    .watches(StorageClass, ({ metadata }) =>
      known(environment, PersistentVolumeClaim)
        .filter((claim) => isAsking(claim) && classOf(claim) === metadata.name)
        .map(({ metadata: { namespace, name } }) => ({ namespace, name })),
    )
    .reconcile((context) => provision(environment, context));
  manager
    .controller(PersistentVolume)
    .named('folder-remover')
    .reconcile((context) => removeReleased(environment, context));
}

function isAsking({ metadata, spec }: ClaimObject): boolean {
  const isOurs = STORAGE_PROVISIONER.some((mark) => metadata.annotations?.[mark] === FOLDER_PROVISIONER);
  return isOurs && !spec?.volumeName && !metadata.deletionTimestamp;
}

async function provision(environment: Environment, context: ReconcileContext<typeof PersistentVolumeClaim>) {
  const { object: claim, cache } = context;
  const storageClass = claim && cache(StorageClass).get({ name: classOf(claim) });
  if (!claim || !storageClass || !isAsking(claim)) return;
  const hands = actor(environment, FOLDER_PROVISIONER, PersistentVolumeClaim, context);
  const volume = volumeFor(claim, storageClass);
  try {
    await hands.create(PersistentVolume, volume);
    hands.event(claim, 'ProvisioningSucceeded', `Successfully provisioned volume ${volume.metadata.name}`);
  } catch (error) {
    if (isKubeError(error, 'KUBE_CONFLICT')) return;
    hands.event(claim, 'ProvisioningFailed', `failed to provision volume: ${refusalText(error)}`, 'Warning');
    throw error;
  }
}

/** Named after the claim, so that a second try finds the first. */
function volumeFor(claim: ClaimObject, storageClass: ClassObject): Written<typeof PersistentVolume> {
  const { metadata, spec } = claim;
  const volumeName = `pvc-${metadata.uid}`;
  const { mountOptions, reclaimPolicy } = storageClass;
  return {
    metadata: { name: volumeName, annotations: { [PROVISIONED_BY]: FOLDER_PROVISIONER } },
    spec: {
      accessModes: [...(spec?.accessModes ?? [])],
      capacity: { storage: spec?.resources?.requests?.['storage'] },
      claimRef: claimReference(claim),
      csi: { driver: FOLDER_PROVISIONER, volumeHandle: volumeName },
      ...(mountOptions && { mountOptions: [...mountOptions] }),
      persistentVolumeReclaimPolicy: reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name,
      volumeMode: spec?.volumeMode,
    },
  } as Written<typeof PersistentVolume>;
}

async function removeReleased(environment: Environment, context: ReconcileContext<typeof PersistentVolume>) {
  const { object: volume } = context;
  if (volume?.metadata.annotations?.[PROVISIONED_BY] !== FOLDER_PROVISIONER) return;
  const isReleased = volume.status?.phase === 'Released' && volume.spec?.persistentVolumeReclaimPolicy === 'Delete';
  if (!isReleased || volume.metadata.deletionTimestamp) return;
  await actor(environment, FOLDER_PROVISIONER, PersistentVolume, context).remove(PersistentVolume, volume);
}
