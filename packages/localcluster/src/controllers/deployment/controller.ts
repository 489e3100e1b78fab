import type { LabelSelector } from '@slipway/apimachinery/selectors';
import { isKubeError } from '@slipway/kube';
import { Deployment, Pod, ReplicaSet } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type Actor, actor, refusalText, saysNamespaceEnds } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import { type Condition, compact, setWorkloadCondition, type Written } from '../objects/index.ts';
import { adopters, claim, claimable, controllerOf, controllerReference } from '../ownership/index.ts';
import type { PodObject } from '../pods/index.ts';
import {
  type DeploymentObject,
  type Draft,
  HASH_LABEL,
  isChanged,
  isRolling,
  REVISION,
  type ReplicaSetObject,
} from './draft.ts';
import { type DeploymentPlan, planDeployment } from './plan.ts';
import { deploymentCondition, hasDeadline, PROGRESSING } from './status.ts';

export function deploymentController(environment: Environment): void {
  environment.manager
    .controller(Deployment)
    .named('deployment-controller')
    .for(environment.scope)
    .owns(ReplicaSet, claimable(environment.scope))
    .watches(ReplicaSet, (set) => adopters(environment, Deployment, set), environment.scope)
    .watches(Pod, (pod) => recreatedDeployments(environment, pod), environment.scope)
    .reconcile((context) => reconcile(environment, context));
}

/** A Deployment that recreates its pods waits for the end of each old one. */
function recreatedDeployments(environment: Environment, pod: PodObject) {
  const { namespace } = pod.metadata;
  const owner = controllerOf(pod);
  const set = owner && known(environment, ReplicaSet, namespace).find(({ metadata }) => metadata.uid === owner.uid);
  const uid = set && controllerOf(set)?.uid;
  return known(environment, Deployment, namespace)
    .filter((deployment) => deployment.metadata.uid === uid && !isRolling(deployment))
    .map(({ metadata }) => ({ namespace, name: metadata.name }));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof Deployment>) {
  const { object: deployment, clock, cache } = context;
  if (!deployment) return undefined;
  const hands = actor(environment, 'deployment-controller', Deployment, context);
  const { selector } = deployment.spec ?? {};
  if (selectsAll(selector)) {
    hands.event(
      deployment,
      'SelectingAll',
      'This deployment is selecting all pods. A non-empty selector is required.',
      'Warning',
    );
    return undefined;
  }
  const sets = await claim({
    context,
    actor: hands,
    ownerKind: Deployment,
    owner: deployment,
    kind: ReplicaSet,
    selector,
  });
  const pods = new Map(sets.map(({ metadata: { uid } }) => [uid, cache(Pod).ownedBy(uid)]));
  const plan = planDeployment({ deployment, sets, pods, wallMs: clock.wall() });

  if (plan.create && !(await createSet(hands, deployment, plan.create, clock.wall()))) return undefined;
  for (const draft of plan.drafts) if (isChanged(draft)) await updateSet(hands, draft);
  for (const note of plan.notes) hands.event(deployment, 'ScalingReplicaSet', note);
  for (const set of plan.remove) await hands.remove(ReplicaSet, set);
  await writeStatus(hands, deployment, plan.status, plan.revision);
  return plan.requeueAfterMs === undefined ? undefined : { requeueAfterMs: plan.requeueAfterMs };
}

function selectsAll(selector: LabelSelector | undefined): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}

async function updateSet(hands: Actor, { object, replicas, minReadySeconds, annotations }: Draft): Promise<void> {
  if (!object) return;
  const spec = compact({ ...object.spec, replicas, minReadySeconds: minReadySeconds || undefined });
  await hands.update(ReplicaSet, {
    ...object,
    metadata: { ...object.metadata, annotations },
    spec,
  } as ReplicaSetObject);
}

/** The revision travels with the status: so written, it is no change of the spec. */
async function writeStatus(
  hands: Actor,
  deployment: DeploymentObject,
  status: object,
  revision: string | undefined,
): Promise<void> {
  const { metadata } = deployment;
  if (revision === undefined || metadata.annotations?.[REVISION] === revision)
    return hands.status(Deployment, deployment, status);
  const annotations = { ...metadata.annotations, [REVISION]: revision };
  return hands.status(Deployment, deployment, status, { metadata: { ...metadata, annotations } });
}

/** False when the plan cannot go on: another run, with what was learnt, will. */
async function createSet(
  hands: Actor,
  deployment: DeploymentObject,
  { draft, hash }: NonNullable<DeploymentPlan['create']>,
  wallMs: number,
): Promise<boolean> {
  try {
    await hands.create(ReplicaSet, newSet(deployment, draft, hash));
    return true;
  } catch (error) {
    if (isKubeError(error, 'KUBE_CONFLICT')) {
      const collisionCount = (deployment.status?.collisionCount ?? 0) + 1;
      await hands.status(Deployment, deployment, { ...deployment.status, collisionCount });
      return false;
    }
    if (!saysNamespaceEnds(error)) {
      const text = `Failed to create new replica set "${draft.name}": ${refusalText(error)}`;
      if (hasDeadline(deployment)) {
        const condition = deploymentCondition(PROGRESSING, 'False', 'ReplicaSetCreateError', text, wallMs);
        const conditions = setWorkloadCondition<Condition>(deployment.status?.conditions, condition);
        await hands.status(Deployment, deployment, { ...deployment.status, conditions });
      }
      hands.event(deployment, 'ReplicaSetCreateError', text, 'Warning');
    }
    throw error;
  }
}

function newSet(deployment: DeploymentObject, draft: Draft, hash: string): Written<typeof ReplicaSet> {
  const { namespace = '' } = deployment.metadata;
  const { template, selector } = deployment.spec ?? {};
  const labels = { ...template?.metadata?.labels, [HASH_LABEL]: hash };
  return {
    metadata: {
      namespace,
      name: draft.name,
      labels,
      annotations: { ...draft.annotations },
      ownerReferences: [controllerReference(Deployment, deployment)],
    },
    spec: structuredClone(
      compact({
        replicas: draft.replicas,
        minReadySeconds: draft.minReadySeconds || undefined,
        selector: { ...selector, matchLabels: { ...selector?.matchLabels, [HASH_LABEL]: hash } },
        template: { ...template, metadata: { ...template?.metadata, labels } },
      }),
    ) as object as NonNullable<Written<typeof ReplicaSet>['spec']>,
  };
}
