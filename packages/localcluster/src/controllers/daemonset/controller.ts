import { ControllerRevision, DaemonSet, Node, Pod } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type Actor, actor, createPod, endPods, slowStart } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import { keepHistory, type Revision } from '../history/index.ts';
import { adopters, claim, claimable } from '../ownership/index.ts';
import { availableInMs, type PodObject } from '../pods/index.ts';
import { planDaemonSet } from './plan.ts';
import { type DaemonSetObject, daemonPod, nodeOf, REVISION_LABEL } from './pod.ts';

export function daemonSetController(environment: Environment): void {
  const all = () => known(environment, DaemonSet).map(({ metadata: { namespace, name } }) => ({ namespace, name }));
  environment.manager
    .controller(DaemonSet)
    .named('daemonset-controller')
    .for(environment.scope)
    .owns(Pod, claimable(environment.scope))
    .owns(ControllerRevision, claimable(environment.scope))
    .watches(Pod, (pod) => adopters(environment, DaemonSet, pod), environment.scope)
    // A node's heartbeat changes nothing for its daemons.
    .watches(Node, all, {
      when: [
        (old, node) =>
          !old ||
          !node ||
          JSON.stringify([old.metadata.labels, old.spec]) !== JSON.stringify([node.metadata.labels, node.spec]),
      ],
    })
    .settings({ maxConcurrent: 2 })
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof DaemonSet>) {
  const { object: set, clock, cache } = context;
  if (!set) return undefined;
  const hands = actor(environment, 'daemonset-controller', DaemonSet, context);
  const { selector, template = {}, minReadySeconds = 0 } = set.spec ?? {};
  const owned = { context, actor: hands, ownerKind: DaemonSet, owner: set, selector };
  const pods = await claim({ ...owned, kind: Pod });
  const revisions = await keepHistory({
    actor: hands,
    ownerKind: DaemonSet,
    owner: set,
    template,
    revisions: await claim({ ...owned, kind: ControllerRevision }),
    hashLabel: REVISION_LABEL,
    collisions: set.status?.collisionCount,
  });
  if (!revisions) {
    const collisionCount = (set.status?.collisionCount ?? 0) + 1;
    await hands.status(DaemonSet, set, { ...set.status, collisionCount });
    return undefined;
  }
  const hash = (revisions.at(-1) as Revision).metadata.labels?.[REVISION_LABEL] ?? '';
  const plan = planDaemonSet({ set, nodes: cache(Node).list(), pods, hash, wallMs: clock.wall() });

  const failure = await carryOut(hands, set, plan, hash);
  await hands.status(DaemonSet, set, plan.status);
  for (const revision of forgettable(set, pods, revisions)) await hands.remove(ControllerRevision, revision);
  if (failure !== undefined) throw failure;
  const requeueAfterMs = availableInMs(pods, minReadySeconds, clock.wall());
  return requeueAfterMs === undefined ? undefined : { requeueAfterMs };
}

async function carryOut(
  hands: Actor,
  set: DaemonSetObject,
  { create, remove, ended }: ReturnType<typeof planDaemonSet>,
  hash: string,
): Promise<unknown> {
  for (const pod of ended) tellEnd(hands, set, pod);
  const notMade = await slowStart(create.length, async (at) => {
    await createPod(hands, set, daemonPod(set, create[at] ?? '', hash));
  });
  const { failure: notEnded } = await endPods(hands, set, [...ended, ...remove]);
  return notMade ?? notEnded;
}

function tellEnd(hands: Actor, set: DaemonSetObject, pod: PodObject): void {
  const { namespace, name } = pod.metadata;
  const where = `${namespace}/${name} on node ${nodeOf(pod)}`;
  if (pod.status?.phase === 'Failed') {
    hands.event(set, 'FailedDaemonPod', `Found failed daemon pod ${where}, will try to kill it`, 'Warning');
  } else hands.event(set, 'SucceededDaemonPod', `Found succeeded daemon pod ${where}, will try to delete it`);
}

/** Revisions that no pod has, beyond the history that is to be kept; oldest first. */
function forgettable(set: DaemonSetObject, pods: readonly PodObject[], revisions: readonly Revision[]): Revision[] {
  const live = new Set(pods.map(({ metadata }) => metadata.labels?.[REVISION_LABEL]));
  const old = revisions.slice(0, -1).filter(({ metadata }) => !live.has(metadata.labels?.[REVISION_LABEL]));
  return old.slice(0, Math.max(0, old.length - (set.spec?.revisionHistoryLimit ?? 10)));
}
