import { Pod, type ReplicaSet } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { actor, createPod, endPods, refusalText, slowStart } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { adopters, claim, claimable, controllerOf, controllerReference, isControlledBy } from '../ownership/index.ts';
import { availableInMs, isActive, isEnding, type PodObject, podFromTemplate } from '../pods/index.ts';
import { concernsItsSet } from './concern.ts';
import { type ReplicaSetObject, replicaPlan, replicaSetStatus } from './decision.ts';
import { type Flavour, REPLICA_SET, REPLICATION_CONTROLLER } from './flavour.ts';

export const replicaSetController = (environment: Environment): void => register(environment, REPLICA_SET);
export const replicationController = (environment: Environment): void => register(environment, REPLICATION_CONTROLLER);

function register(environment: Environment, flavour: Flavour): void {
  const { kind, component, selectorOf } = flavour;
  environment.manager
    .controller(kind)
    .named(component)
    .for(environment.scope)
    .owns(Pod, { ...claimable(environment.scope), when: [concernsItsSet] })
    .watches(Pod, (pod) => adopters(environment, kind, pod, selectorOf), environment.scope)
    .reconcile((context) => reconcile(environment, flavour, context));
}

async function reconcile(environment: Environment, flavour: Flavour, context: ReconcileContext<typeof ReplicaSet>) {
  const { kind, component, selectorOf, without } = flavour;
  const { object: set, clock, cache } = context;
  if (!set) return undefined;
  const hands = actor(environment, component, kind, context);
  const { minReadySeconds = 0 } = set.spec ?? {};
  const active = await claim({
    context,
    actor: hands,
    ownerKind: kind,
    owner: set,
    kind: Pod,
    selector: selectorOf(set),
    when: isActive,
  });
  const pods = active.filter(isActive);
  const ending = cache(Pod)
    .ownedBy(set.metadata.uid)
    .filter((pod) => isEnding(pod) && isControlledBy(pod, set));

  let failure: unknown;
  if (set.metadata.deletionTimestamp === undefined) {
    const plan = replicaPlan(set, pods, () => relatedPods(context, kind, set), clock.wall());
    const { namespace = '', name } = set.metadata;
    const owner = controllerReference(kind, set);
    failure = await slowStart(plan.create, async () => {
      const place = { namespace, generateName: `${name}-` };
      await createPod(hands, set, podFromTemplate(set.spec?.template ?? {}, owner, place));
    });
    failure ??= (await endPods(hands, set, plan.remove)).failure;
  }
  const failureText = failure === undefined ? undefined : refusalText(failure);
  const now = clock.wall();
  const status = Object.entries(replicaSetStatus(set, pods, ending, failureText, now));
  await hands.status(kind, set, Object.fromEntries(status.filter(([name]) => !without.includes(name))));
  if (failure !== undefined) throw failure;
  const requeueAfterMs = availableInMs(pods, minReadySeconds, now);
  return requeueAfterMs === undefined ? undefined : { requeueAfterMs };
}

/** Pods of all sets that have the same owner: together they crowd a node. */
function relatedPods(
  { cache }: ReconcileContext<typeof ReplicaSet>,
  kind: typeof ReplicaSet,
  set: ReplicaSetObject,
): PodObject[] {
  const owner = controllerOf(set);
  const sets = owner ? cache(kind).ownedBy(owner.uid) : [set];
  return sets.flatMap(({ metadata }) => cache(Pod).ownedBy(metadata.uid));
}
