import { matchesSelector } from '@slipway/apimachinery/selectors';
import { isKubeError } from '@slipway/kube';
import { Deployment, Pod, PodDisruptionBudget, ReplicaSet, StatefulSet } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { actor, refusalText } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import { controllerOf } from '../ownership/index.ts';
import type { PodObject } from '../pods/index.ts';
import { budgetStatus, failedStatus, needsScale } from './plan.ts';

type Context = ReconcileContext<typeof PodDisruptionBudget>;

export function disruptionController(environment: Environment): void {
  environment.manager
    .controller(PodDisruptionBudget)
    .named('disruption-controller')
    .for(environment.scope)
    .watches(
      Pod,
      ({ metadata: { namespace, labels } }) =>
        known(environment, PodDisruptionBudget, namespace)
          .filter(({ spec }) => matchesSelector(spec?.selector, labels))
          .map(({ metadata }) => ({ namespace, name: metadata.name })),
      environment.scope,
    )
    .watches(ReplicaSet, () => [], environment.scope)
    .watches(Deployment, () => [], environment.scope)
    .watches(StatefulSet, () => [], environment.scope)
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: Context) {
  const { object: budget, cache, clock, key } = context;
  if (!budget || budget.metadata.deletionTimestamp !== undefined) return undefined;
  const hands = actor(environment, 'controllermanager', PodDisruptionBudget, context);
  const pods = cache(Pod)
    .list({ namespace: key.namespace })
    .filter(({ metadata }) => matchesSelector(budget.spec?.selector, metadata.labels));
  if (pods.length === 0) hands.event(budget, 'NoPods', 'No matching pods found');
  let scale = 0;
  try {
    if (needsScale(budget)) scale = await scaleOf(context, pods);
  } catch (error) {
    const why = refusalText(error);
    hands.event(
      budget,
      'CalculateExpectedPodCountFailed',
      `Failed to calculate the number of expected pods: ${why}`,
      'Warning',
    );
    await hands.status(PodDisruptionBudget, budget, failedStatus(budget, why, clock.wall()));
    throw error;
  }
  const { status, requeueAfterMs } = budgetStatus(budget, pods, scale, clock.wall());
  await hands.status(PodDisruptionBudget, budget, status);
  return requeueAfterMs === undefined ? undefined : { requeueAfterMs };
}

/** How many pods their controllers want, each controller counted once. Pods that nobody controls are not wanted. */
async function scaleOf(context: Context, pods: readonly PodObject[]): Promise<number> {
  const scales = new Map<string, number>();
  const seen = new Set<string>();
  for (const pod of pods) {
    const owner = controllerOf(pod);
    if (!owner || seen.has(owner.uid)) continue;
    seen.add(owner.uid);
    const { namespace } = pod.metadata;
    const found = inCaches(context, owner, namespace) ?? (await bySubresource(context, owner, namespace));
    if (!found) throw new Error(`found no controllers for pod "${pod.metadata.name}"`);
    scales.set(found.uid, found.replicas);
  }
  return [...scales.values()].reduce((total, replicas) => total + replicas, 0);
}

type Owner = NonNullable<ReturnType<typeof controllerOf>>;

function inCaches({ cache }: Context, { kind, name, uid }: Owner, namespace: string | undefined) {
  const sized = (object: { metadata: { uid: string }; spec?: { replicas?: number } } | undefined) =>
    object && { uid: object.metadata.uid, replicas: object.spec?.replicas ?? 1 };
  if (kind === 'StatefulSet') return sized(cache(StatefulSet).get({ namespace, name }));
  if (kind !== 'ReplicaSet') return undefined;
  const set = cache(ReplicaSet).get({ namespace, name });
  if (set?.metadata.uid !== uid) return undefined;
  const above = controllerOf(set);
  const deployment = above?.kind === 'Deployment' ? cache(Deployment).get({ namespace, name: above.name }) : undefined;
  return sized(deployment ?? set);
}

/** Whatever else has a size says it the same way. */
async function bySubresource(
  { client, cluster, signal }: Context,
  { apiVersion, kind, name, uid }: Owner,
  namespace: string | undefined,
) {
  try {
    const found = await cluster.discovery.kind({ apiVersion, kind });
    const scale = await client
      .subresource<{ metadata?: { uid?: string }; spec?: { replicas?: number } }>(found, { namespace, name }, 'scale')
      .get({ signal });
    return scale.metadata?.uid === uid ? { uid, replicas: scale.spec?.replicas ?? 0 } : undefined;
  } catch (error) {
    if (isKubeError(error, 'KUBE_NOT_FOUND', 'KUBE_UNKNOWN_KIND')) return undefined;
    throw error;
  }
}
