import { Node, Pod } from '@slipway/kube';
import type { ReconcileContext } from '@slipway/runtime';
import { timestamp } from '../../clock/index.ts';
import { type Actor, actor } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import { isEnding, isFinished, type PodObject } from '../pods/index.ts';

/** How long a node must be missing: it may be registered anew under its name. */
const QUARANTINE_MS = 40_000;

export function podGarbageController(environment: Environment): void {
  /** Since when nodes are missing, by name. */
  const missing = new Map<string, number>();
  environment.manager
    .controller(Pod)
    .named('pod-garbage-collector')
    .watching(environment.scope)
    .watches(
      Node,
      ({ metadata }) =>
        known(environment, Pod)
          .filter(({ spec }) => spec?.nodeName === metadata.name)
          .map(({ metadata: { namespace, name = '' } }) => ({ namespace, name })),
      { when: [(old, node) => !old || !node] },
    )
    .settings({ maxConcurrent: 5, reportFailures: false })
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

/** With the reason on it, for whoever counts failures: it was not the pod's fault. */
async function removeOrphan(hands: Actor, pod: PodObject, wallMs: number): Promise<void> {
  const target = {
    type: 'DisruptionTarget',
    status: 'True',
    lastTransitionTime: timestamp(wallMs),
    reason: 'DeletionByPodGC',
    message: 'PodGC: node no longer exists',
  };
  if (!isFinished(pod)) {
    const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== target.type);
    await hands.status(Pod, pod, { ...pod.status, phase: 'Failed', conditions: [...others, target] });
  }
  await hands.remove(Pod, pod, { gracePeriodSeconds: 0 });
}
