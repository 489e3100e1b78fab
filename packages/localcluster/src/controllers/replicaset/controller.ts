import { Pod, ReplicaSet } from '@slipway/kube';
import type { ReconcileContext } from '@slipway/runtime';
import { actor, createPod, endPods, refusalText, slowStart } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { adopters, claim, controllerOf, controllerReference, isControlledBy } from '../ownership/index.ts';
import { availableInMs, isActive, isEnding, type PodObject, podFromTemplate } from '../pods/index.ts';
import { type ReplicaSetObject, replicaPlan, replicaSetStatus } from './decision.ts';

export function replicaSetController(environment: Environment): void {
  environment.manager
    .controller(ReplicaSet)
    .named('replicaset-controller')
    .watching(environment.scope)
    .owns(Pod, environment.scope)
    .watches(Pod, (pod) => adopters(environment, ReplicaSet, pod), environment.scope)
    .settings({ maxConcurrent: 5, reportFailures: false })
    .reconcile((context) => reconcile(environment, context));
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
    const { namespace = '', name = '' } = set.metadata;
    const owner = controllerReference(ReplicaSet, set);
    failure = await slowStart(plan.create, async () => {
      const place = { namespace, generateName: `${name}-` };
      await createPod(hands, set, podFromTemplate(set.spec?.template ?? {}, owner, place));
    });
    failure ??= (await endPods(hands, set, plan.remove)).failure;
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
