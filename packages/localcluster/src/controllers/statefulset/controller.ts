import { ControllerRevision, PersistentVolumeClaim, Pod, StatefulSet } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type Actor, actor, refusalText } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { keepHistory, type Revision, templateOf } from '../history/index.ts';
import { isSame } from '../objects/index.ts';
import { adopters, claim, claimable } from '../ownership/index.ts';
import { availableInMs, type PodObject } from '../pods/index.ts';
import { claimOwners } from './claims.ts';
import { claimsOf, ordinalOf, REVISION_LABEL, type StatefulSetObject, statefulPod } from './identity.ts';
import { planStatefulSet } from './plan.ts';

type Context = ReconcileContext<typeof StatefulSet>;

export function statefulSetController(environment: Environment): void {
  environment.manager
    .controller(StatefulSet)
    .named('statefulset-controller')
    .for(environment.scope)
    .owns(Pod, claimable(environment.scope))
    .owns(ControllerRevision, claimable(environment.scope))
    .watches(Pod, (pod) => adopters(environment, StatefulSet, pod), environment.scope)
    .watches(PersistentVolumeClaim, () => [], environment.scope)
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: Context) {
  const { object: set, clock } = context;
  if (!set) return undefined;
  const hands = actor(environment, 'statefulset-controller', StatefulSet, context);
  const { selector, template = {}, minReadySeconds = 0 } = set.spec ?? {};
  const owned = { context, actor: hands, ownerKind: StatefulSet, owner: set, selector };
  const pods = await claim({ ...owned, kind: Pod, when: (pod) => ordinalOf(set, pod) !== undefined });
  const revisions = await keepHistory({
    actor: hands,
    ownerKind: StatefulSet,
    owner: set,
    template,
    revisions: await claim({ ...owned, kind: ControllerRevision }),
    hashLabel: 'controller.kubernetes.io/hash',
    collisions: set.status?.collisionCount ?? 0,
  });
  if (!revisions) {
    const collisionCount = (set.status?.collisionCount ?? 0) + 1;
    await hands.status(StatefulSet, set, { ...set.status, collisionCount });
    return undefined;
  }
  const update = revisions.at(-1) as Revision;
  const current = revisions.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update;
  const names = { current: current.metadata.name, update: update.metadata.name };
  const plan = planStatefulSet({ set, pods, ...names, wallMs: clock.wall() });

  await syncClaims(hands, context, set, pods);
  for (const { ordinal, revision } of plan.create) {
    await createPod(hands, context, set, ordinal, revision === names.current ? current : update);
  }
  for (const pod of plan.remove) await endPod(hands, set, pod);
  await hands.status(StatefulSet, set, plan.status);
  for (const revision of forgettable(set, pods, revisions, names)) await hands.remove(ControllerRevision, revision);
  const requeueAfterMs = availableInMs(pods, minReadySeconds, clock.wall());
  return requeueAfterMs === undefined ? undefined : { requeueAfterMs };
}

async function createPod(
  hands: Actor,
  { cache }: Context,
  set: StatefulSetObject,
  ordinal: number,
  revision: Revision,
): Promise<void> {
  const pod = statefulPod(set, ordinal, templateOf(revision), revision.metadata.name);
  const { namespace, name } = pod.metadata;
  const reported = (verb: string, what: string, end: string): string =>
    `${verb} ${what} in StatefulSet ${set.metadata.name} ${end}`;
  for (const wanted of claimsOf(set, ordinal).values()) {
    const { name: claimName = '' } = wanted.metadata;
    if (cache(PersistentVolumeClaim).get({ namespace, name: claimName })) continue;
    await hands.create(PersistentVolumeClaim, wanted);
    hands.event(set, 'SuccessfulCreate', reported('Create', `Claim ${claimName} Pod ${name}`, 'success'));
  }
  try {
    await hands.create(Pod, pod);
    hands.event(set, 'SuccessfulCreate', reported('Create', `Pod ${name}`, 'successful'));
  } catch (error) {
    hands.event(
      set,
      'FailedCreate',
      reported('Create', `Pod ${name}`, `failed error: ${refusalText(error)}`),
      'Warning',
    );
    throw error;
  }
}

async function endPod(hands: Actor, set: StatefulSetObject, pod: PodObject): Promise<void> {
  const what = `Delete Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
  try {
    await hands.remove(Pod, pod);
    hands.event(set, 'SuccessfulDelete', `${what} successful`);
  } catch (error) {
    hands.event(set, 'FailedDelete', `${what} failed error: ${refusalText(error)}`, 'Warning');
    throw error;
  }
}

/** Sees to it that each pod's claims go with whom they should. */
async function syncClaims(
  hands: Actor,
  { cache }: Context,
  set: StatefulSetObject,
  pods: readonly PodObject[],
): Promise<void> {
  for (const pod of pods) {
    for (const { metadata } of claimsOf(set, ordinalOf(set, pod) ?? -1).values()) {
      const found = cache(PersistentVolumeClaim).get({ namespace: metadata.namespace, name: metadata.name ?? '' });
      if (!found) continue;
      const ownerReferences = claimOwners(set, pod, found);
      if (isSame(found.metadata.ownerReferences, ownerReferences)) continue;
      await hands.update(PersistentVolumeClaim, { ...found, metadata: { ...found.metadata, ownerReferences } });
    }
  }
}

/** Revisions that nothing has any more, beyond the history that is to be kept; oldest first. */
function forgettable(
  set: StatefulSetObject,
  pods: readonly PodObject[],
  revisions: readonly Revision[],
  { current, update }: { readonly current: string; readonly update: string },
): Revision[] {
  const live = new Set([current, update, ...pods.map(({ metadata }) => metadata.labels?.[REVISION_LABEL])]);
  const unused = revisions.filter(({ metadata }) => !live.has(metadata.name));
  return unused.slice(0, Math.max(0, unused.length - (set.spec?.revisionHistoryLimit ?? 10)));
}
