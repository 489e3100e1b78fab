import { PersistentVolume, PersistentVolumeClaim } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type Actor, actor } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import type { ClaimObject, VolumeObject } from './claim-step.ts';
import { fateOf, unbound, volumeStep } from './volume-step.ts';

const COMPONENT = 'persistentvolume-controller';

export function volumeController(environment: Environment): void {
  environment.manager
    .controller(PersistentVolume)
    .named('persistentvolume-controller')
    .watches(
      PersistentVolumeClaim,
      ({ metadata: { namespace, name } }) =>
        known(environment, PersistentVolume)
          .filter(({ spec }) => spec?.claimRef?.namespace === namespace && spec?.claimRef?.name === name)
          .map((volume) => ({ name: volume.metadata.name })),
      environment.scope,
    )
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof PersistentVolume>): Promise<void> {
  const { object: volume } = context;
  const { namespaces } = environment.scope;
  const { namespace: home } = volume?.spec?.claimRef ?? {};
  if (!volume || (namespaces && home !== undefined && !namespaces.includes(home))) return;
  const hands = actor(environment, COMPONENT, PersistentVolume, context);
  const claim = await claimOf(context, volume);
  const step = volumeStep(volume, claim);
  switch (step.is) {
    case 'phase':
      return setPhase(hands, volume, step.phase);
    case 'reclaim':
      return reclaim(hands, volume);
    case 'unbind':
      return setPhase(hands, await hands.update(PersistentVolume, unbound(volume)), 'Available');
    case 'mismatch': {
      hands.event(volume, step.onVolume.reason, step.onVolume.note, step.onVolume.type);
      const toClaim = actor(environment, COMPONENT, PersistentVolumeClaim, context);
      if (claim) toClaim.event(claim, step.onClaim.reason, step.onClaim.note, step.onClaim.type);
      return;
    }
    case 'wait':
      return;
  }
}

/**
 * The claim that a volume refers to. What is not in the cache is read from the server: a volume may be seen before its
 * claim.
 */
async function claimOf(
  { cache, client, signal }: ReconcileContext<typeof PersistentVolume>,
  { spec }: VolumeObject,
): Promise<ClaimObject | undefined> {
  if (!spec?.claimRef?.uid) return undefined;
  const { namespace, name = '', uid } = spec.claimRef;
  const seen = cache(PersistentVolumeClaim).get({ namespace, name });
  if (seen?.metadata.uid === uid) return seen;
  return client.live.get(PersistentVolumeClaim, { namespace, name }, { signal });
}

async function setPhase(hands: Actor, volume: VolumeObject, phase: string, message?: string): Promise<void> {
  if (volume.status?.phase === phase) return;
  const { message: _old, ...status } = volume.status ?? {};
  await hands.status(PersistentVolume, volume, { ...status, phase, ...(message !== undefined && { message }) });
}

async function reclaim(hands: Actor, volume: VolumeObject): Promise<void> {
  const { phase } = volume.status ?? {};
  // A failure stays to be seen. The released one is looked at again when that is written.
  if (phase !== 'Released' && phase !== 'Failed') return setPhase(hands, volume, 'Released');
  if (volume.metadata.deletionTimestamp) return;
  const fate = fateOf(volume);
  if (fate.is === 'removed') await hands.remove(PersistentVolume, volume);
  if (fate.is !== 'failed' || phase === 'Failed') return;
  await setPhase(hands, volume, 'Failed', fate.why);
  hands.event(volume, 'VolumeFailedDelete', fate.why, 'Warning');
}
