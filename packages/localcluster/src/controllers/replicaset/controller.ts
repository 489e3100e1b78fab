import { Pod, ReplicaSet } from '@slipway/kube';
import type { ReconcileContext } from '@slipway/runtime';
import { type Actor, actor, refusalText, saysNamespaceEnds, slowStart } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import { matchesSelector } from '../objects/index.ts';
import { claim, controllerOf, controllerReference, isControlledBy } from '../ownership/index.ts';
import { availableInMs, isActive, isEnding, type PodObject, podFromTemplate } from '../pods/index.ts';
import { type ReplicaSetObject, replicaPlan, replicaSetStatus } from './decision.ts';

export function replicaSetController(environment: Environment): void {
  environment.manager
    .controller(ReplicaSet)
    .named('replicaset-controller')
    .watching(environment.scope)
    .owns(Pod, environment.scope)
    .watches(Pod, (pod) => orphanSets(environment, pod), environment.scope)
    .settings({ maxConcurrent: 5, reportFailures: false })
    .reconcile((context) => reconcile(environment, context));
}

/** The sets that might adopt a pod that nobody has. */
function orphanSets(environment: Environment, pod: PodObject) {
  const { namespace, labels } = pod.metadata;
  if (controllerOf(pod)) return [];
  return known(environment, ReplicaSet, namespace)
    .filter((set) => matchesSelector(set.spec?.selector, labels))
    .map((set) => ({ namespace, name: set.metadata.name ?? '' }));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof ReplicaSet>) {
  const { object: set, clock, cache } = context;
  if (!set) return undefined;
  const hands = actor(environment, 'replicaset-controller', ReplicaSet, context);
  const { selector, minReadySeconds = 0 } = set.spec ?? {};
  const active = await claim({
    context,
    actor: hands,
    ownerKind: ReplicaSet,
    owner: set,
    kind: Pod,
    selector,
    when: isActive,
  });
  const pods = active.filter(isActive);
  const ending = cache(Pod)
    .ownedBy(set.metadata.uid ?? '')
    .filter((pod) => isEnding(pod) && isControlledBy(pod, set));

  let failure: unknown;
  if (set.metadata.deletionTimestamp === undefined) {
    const plan = replicaPlan(set, pods, relatedPods(context, set), clock.wall());
    failure = plan.create > 0 ? await createPods(hands, set, plan.create) : await endPods(hands, set, plan.remove);
  }
  const failureText = failure === undefined ? undefined : refusalText(failure);
  const now = clock.wall();
  await hands.status(ReplicaSet, set, replicaSetStatus(set, pods, ending, failureText, now));
  if (failure !== undefined) throw failure;
  const requeueAfterMs = availableInMs(pods, minReadySeconds, now);
  return requeueAfterMs === undefined ? undefined : { requeueAfterMs };
}

/** Pods of all sets that have the same owner: together they crowd a node. */
function relatedPods({ cache }: ReconcileContext<typeof ReplicaSet>, set: ReplicaSetObject): PodObject[] {
  const owner = controllerOf(set);
  const sets = owner ? cache(ReplicaSet).ownedBy(owner.uid) : [set];
  return sets.flatMap(({ metadata }) => cache(Pod).ownedBy(metadata.uid ?? ''));
}

function createPods(hands: Actor, set: ReplicaSetObject, count: number): Promise<unknown> {
  const { namespace = '', name = '' } = set.metadata;
  const owner = controllerReference(ReplicaSet, set);
  return slowStart(count, async () => {
    try {
      const pod = podFromTemplate(set.spec?.template ?? {}, owner, { namespace, generateName: `${name}-` });
      const created = await hands.create(Pod, pod);
      hands.event(set, 'SuccessfulCreate', `Created pod: ${created.metadata.name}`);
    } catch (error) {
      if (saysNamespaceEnds(error)) return;
      hands.event(set, 'FailedCreate', `Error creating: ${refusalText(error)}`, 'Warning');
      throw error;
    }
  });
}

async function endPods(hands: Actor, set: ReplicaSetObject, pods: readonly PodObject[]): Promise<unknown> {
  const ends = await Promise.allSettled(
    pods.map(async (pod) => {
      try {
        await hands.remove(Pod, pod);
        hands.event(set, 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`);
      } catch (error) {
        hands.event(set, 'FailedDelete', `Error deleting: ${refusalText(error)}`, 'Warning');
        throw error;
      }
    }),
  );
  return ends.find((end) => end.status === 'rejected')?.reason;
}
