import { Node, Pod } from '@slipway/kube';
import type { ReconcileContext } from '@slipway/runtime';
import { timestamp } from '../../clock/index.ts';
import { actor } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import { isSame } from '../objects/index.ts';
import { isEnding } from '../pods/index.ts';
import { evictionInMs } from './eviction.ts';

export function taintEvictionController(environment: Environment): void {
  environment.manager
    .controller(Pod)
    .named('taint-eviction-controller')
    .watching(environment.scope)
    .watches(
      Node,
      ({ metadata }) =>
        known(environment, Pod)
          .filter(({ spec }) => spec?.nodeName === metadata.name)
          .map(({ metadata: { namespace, name = '' } }) => ({ namespace, name })),
      { when: [(old, node) => !old || !node || !isSame(old.spec?.taints, node.spec?.taints)] },
    )
    .settings({ maxConcurrent: 5, reportFailures: false })
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
  // Why it went, for whoever counts failures: it was not the pod's fault.
  const target = {
    type: 'DisruptionTarget',
    status: 'True',
    lastTransitionTime: timestamp(clock.wall()),
    reason: 'DeletionByTaintManager',
    message: 'Taint manager: deleting due to NoExecute taint',
  };
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== target.type);
  await hands.status(Pod, pod, { ...pod.status, conditions: [...others, target] });
  await hands.remove(Pod, pod);
  return undefined;
}
