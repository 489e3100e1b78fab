import { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { claimNames, STORAGE_PROVISIONER, withAnnotations } from '../../volumes/index.ts';
import { type Actor, actor } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import { isFinished } from '../pods/index.ts';
import { bind } from './binding.ts';
import { type ClaimObject, type ClaimStep, claimStep, type VolumeObject } from './claim-step.ts';

const COMPONENT = 'persistentvolume-controller';

export function volumeBinder(environment: Environment): void {
  environment.manager
    .controller(PersistentVolumeClaim)
    .named('persistentvolume-binder')
    .for(environment.scope)
    .watches(PersistentVolume, (volume) => concernedBy(environment, volume))
    .watches(StorageClass, () => known(environment, PersistentVolumeClaim).filter(isOpen).map(keyOf))
    // Only to be read: who waits for a claim gets an Event on it.
    .watches(Pod, () => [], environment.scope)
    // One after the other: two claims at once would choose the same volume.
    .settings({ maxConcurrent: 1 })
    .reconcile((context) => reconcile(environment, context));
}

const keyOf = ({ metadata: { namespace, name } }: ClaimObject) => ({ namespace, name });
const isOpen = ({ spec }: ClaimObject): boolean => !spec?.volumeName;

/** The claims that a volume may be for: the one it refers to, those that name it, or all that have none. */
function concernedBy(environment: Environment, { metadata, spec }: VolumeObject) {
  const { namespace, name = '' } = spec?.claimRef ?? {};
  const claims = known(environment, PersistentVolumeClaim).filter((claim) =>
    claim.spec?.volumeName ? claim.spec.volumeName === metadata.name : !spec?.claimRef,
  );
  return [...claims.map(keyOf), ...(spec?.claimRef ? [{ namespace, name }] : [])];
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof PersistentVolumeClaim>) {
  const { object: claim, cache, key } = context;
  if (!claim) return;
  const hands = actor(environment, COMPONENT, PersistentVolumeClaim, context);
  const waitingPods = cache(Pod)
    .list({ namespace: key.namespace })
    .filter((pod) => !isFinished(pod) && !pod.spec?.nodeName && claimNames(pod).includes(key.name))
    .map(({ metadata }) => metadata.name);
  const around = { volumes: cache(PersistentVolume).list(), classes: cache(StorageClass).list(), waitingPods };
  await take(hands, claim, claimStep(claim, around));
}

async function take(hands: Actor, claim: ClaimObject, step: ClaimStep): Promise<void> {
  switch (step.is) {
    case 'bind':
      return bind(hands, step.volume, claim);
    case 'classed':
      await hands.update(PersistentVolumeClaim, { ...claim, spec: { ...claim.spec, storageClassName: step.name } });
      return;
    case 'provision':
      return request(hands, claim, step.provisioner);
    case 'refused':
      hands.event(claim, step.reported.reason, step.reported.note, step.reported.type);
      return;
    case 'lost':
      if (claim.status?.phase === 'Lost') return;
      await withoutVolume(hands, claim, 'Lost');
      hands.event(claim, step.reported.reason, step.reported.note, step.reported.type);
      return;
    case 'pending':
      if (step.reported) hands.event(claim, step.reported.reason, step.reported.note, step.reported.type);
      return withoutVolume(hands, claim, 'Pending');
  }
}

function withoutVolume(hands: Actor, claim: ClaimObject, phase: string): Promise<void> {
  const { accessModes: _modes, capacity: _capacity, ...status } = claim.status ?? {};
  return hands.status(PersistentVolumeClaim, claim, { ...status, phase });
}

/** Asks a provisioner, wherever it runs, by a mark on the claim. */
async function request(hands: Actor, claim: ClaimObject, provisioner: string): Promise<void> {
  const marks = Object.fromEntries(STORAGE_PROVISIONER.map((mark) => [mark, provisioner]));
  const isAsked = STORAGE_PROVISIONER.every((mark) => claim.metadata.annotations?.[mark] === provisioner);
  if (!isAsked) await hands.update(PersistentVolumeClaim, withAnnotations(claim, marks));
  const note =
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' ` +
    'or manually by the system administrator. If volume creation is delayed, please verify that ' +
    'the provisioner is running and correctly registered.';
  hands.event(claim, 'ExternalProvisioning', note);
}
