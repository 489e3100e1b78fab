import { Node, Pod } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type Actor, actor } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { disruptedConditions, isEnding, isFinished, type PodObject, podsOnNode } from '../pods/index.ts';

/** How long a node must be missing: it may be registered anew under its name. */
const QUARANTINE_MS = 40_000;

export function podGarbageController(environment: Environment): void {
  /** Since when nodes are missing, by name. */
  const missing = new Map<string, number>();
  environment.manager
    .controller(Pod)
    .named('pod-garbage-collector')
    .for(environment.scope)
    .watches(Node, ({ metadata }) => podsOnNode(environment, metadata.name), { when: [(old, node) => !old || !node] })
    .reconcile((context) => reconcile(environment, missing, context));
}

async function reconcile(
  environment: Environment,
  missing: Map<string, number>,
  context: ReconcileContext<typeof Pod>,
) {
  const { object: pod, clock, cache, client, signal } = context;
  if (!pod) return undefined;
  const hands = actor(environment, 'pod-garbage-collector', Pod, context);
  const { nodeName } = pod.spec ?? {};
  if (!nodeName) {
    if (isEnding(pod)) await hands.remove(Pod, pod, { gracePeriodSeconds: 0 });
    return undefined;
  }
  if (cache(Node).get({ name: nodeName })) {
    missing.delete(nodeName);
    return undefined;
  }
  const since = missing.get(nodeName) ?? clock.wall();
  missing.set(nodeName, since);
  const waitMs = since + QUARANTINE_MS - clock.wall();
  if (waitMs > 0) return { requeueAfterMs: waitMs };
  if (await client.live.get(Node, { name: nodeName }, { signal })) return { requeueAfterMs: QUARANTINE_MS };
  await removeOrphan(hands, pod, clock.wall());
  return undefined;
}

async function removeOrphan(hands: Actor, pod: PodObject, wallMs: number): Promise<void> {
  if (!isFinished(pod)) {
    const conditions = disruptedConditions(pod, 'DeletionByPodGC', 'PodGC: node no longer exists', wallMs);
    await hands.status(Pod, pod, { ...pod.status, phase: 'Failed', conditions });
  }
  await hands.remove(Pod, pod, { gracePeriodSeconds: 0 });
}
