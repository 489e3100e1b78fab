import { Node, Pod } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { actor } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { isSame } from '../objects/index.ts';
import { disruptedConditions, isEnding, podsOnNode } from '../pods/index.ts';
import { evictionInMs } from './eviction.ts';

export function taintEvictionController(environment: Environment): void {
  environment.manager
    .controller(Pod)
    .named('taint-eviction-controller')
    .for(environment.scope)
    .watches(Node, ({ metadata }) => podsOnNode(environment, metadata.name), {
      when: [(old, node) => !old || !node || !isSame(old.spec?.taints, node.spec?.taints)],
    })
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof Pod>) {
  const { object: pod, clock, cache } = context;
  const node = pod?.spec?.nodeName ? cache(Node).get({ name: pod.spec.nodeName }) : undefined;
  if (!pod || !node || isEnding(pod)) return undefined;
  const waitMs = evictionInMs(pod, node, clock.wall());
  if (waitMs === undefined) return undefined;
  if (waitMs > 0) return { requeueAfterMs: waitMs };
  const hands = actor(environment, 'taint-eviction-controller', Pod, context);
  const { namespace, name } = pod.metadata;
  hands.event(pod, 'TaintManagerEviction', `Marking for deletion Pod ${namespace}/${name}`);
  const why = 'Taint manager: deleting due to NoExecute taint';
  const conditions = disruptedConditions(pod, 'DeletionByTaintManager', why, clock.wall());
  await hands.status(Pod, pod, { ...pod.status, conditions });
  await hands.remove(Pod, pod);
  return undefined;
}
