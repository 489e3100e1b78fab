import { timestamp } from '@slipway/apimachinery/clock';
import { isKubeError, type Kind, type ObjectMeta } from '@slipway/kube';
import { HorizontalPodAutoscaler, Pod } from '@slipway/kube/kinds';
import type { ObjectKey, ReconcileContext } from '@slipway/runtime';
import { Channel } from '@slipway/runtime/source';
import { type Actor, actor, refusalText } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import { compact, isSame } from '../objects/index.ts';
import { type Memory, NO_MEMORY, withChange } from './limits.ts';
import { type AutoscalerPlan, planAutoscaler, sayer } from './plan.ts';
import type { AutoscalerObject, Scale } from './types.ts';

/** How often autoscalers look at their metrics. */
const PERIOD_MS = 15_000;

type Context = ReconcileContext<typeof HorizontalPodAutoscaler>;

export function autoscalerController(environment: Environment): void {
  const memories = new Map<string, Memory>();
  const changes = new Channel<ObjectKey>();
  environment.stopping.push(
    environment.metrics.onChange(() => {
      for (const { metadata } of known(environment, HorizontalPodAutoscaler)) {
        changes.add({
          cluster: environment.cluster.name,
          namespace: metadata.namespace ?? '',
          name: metadata.name,
        });
      }
    }),
  );
  environment.manager
    .controller(HorizontalPodAutoscaler)
    .named('horizontal-pod-autoscaler')
    // Its own status is no reason to look: an autoscaler looks at intervals.
    .for({ ...environment.scope, when: [(old, next) => !old || !next || !isSame(old.spec, next.spec)] })
    .watches(Pod, () => [], environment.scope)
    .source(changes)
    .reconcile((context) => reconcile(environment, context, memories));
}

async function reconcile(environment: Environment, context: Context, memories: Map<string, Memory>) {
  const { object: autoscaler, key, clock, cache } = context;
  const id = `${key.namespace}/${key.name}`;
  if (!autoscaler) {
    memories.delete(id);
    return undefined;
  }
  const hands = actor(environment, 'horizontal-pod-autoscaler', HorizontalPodAutoscaler, context);
  const target = await readScale(hands, context, autoscaler);
  if (!target) return { requeueAfterMs: PERIOD_MS };
  const { scale, write } = target;
  const current = scale.spec?.replicas ?? 0;
  const { selector = '', replicas: running = 0 } = scale.status ?? {};
  const plan = planAutoscaler({
    autoscaler,
    current,
    running,
    pods: selector === '' ? [] : cache(Pod).list({ namespace: key.namespace, labelSelector: selector }),
    metrics: environment.metrics,
    memory: memories.get(id) ?? NO_MEMORY,
    wallMs: clock.wall(),
  });
  memories.set(id, plan.memory);
  for (const { reason, note } of plan.events) hands.event(autoscaler, reason, note, 'Warning');
  if (plan.failure !== undefined) hands.event(autoscaler, 'FailedComputeMetricsReplicas', plan.failure, 'Warning');
  const isResized = plan.reason !== undefined && (await rescale(hands, autoscaler, plan, write));
  if (isResized) memories.set(id, withChange(plan.memory, plan.replicas - current, clock.wall()));
  const say = sayer(
    { ...autoscaler, status: { ...autoscaler.status, conditions: plan.conditions } } as AutoscalerObject,
    clock.wall(),
  );
  if (isResized)
    say(
      'AbleToScale',
      'True',
      'SucceededRescale',
      `the HPA controller was able to update the target scale to ${plan.replicas}`,
    );
  await hands.status(HorizontalPodAutoscaler, autoscaler, {
    ...compact({
      lastScaleTime: isResized ? timestamp(clock.wall()) : autoscaler.status?.lastScaleTime,
      currentReplicas: current || undefined,
      desiredReplicas: plan.failure === undefined ? plan.replicas : (autoscaler.status?.desiredReplicas ?? 0),
      conditions: say.conditions(),
    }),
    currentMetrics: plan.metricStatuses ?? null,
  });
  return { requeueAfterMs: PERIOD_MS };
}

async function rescale(
  hands: Actor,
  autoscaler: AutoscalerObject,
  { replicas, reason }: AutoscalerPlan,
  write: (replicas: number) => Promise<unknown>,
): Promise<boolean> {
  try {
    await write(replicas);
    hands.event(autoscaler, 'SuccessfulRescale', `New size: ${replicas}; reason: ${reason}`);
    return true;
  } catch (error) {
    if (!isKubeError(error)) throw error;
    hands.event(
      autoscaler,
      'FailedRescale',
      `New size: ${replicas}; reason: ${reason}; error: ${refusalText(error)}`,
      'Warning',
    );
    return false;
  }
}

/** The target's size and how to change it; undefined when that was reported in the status instead. */
async function readScale(hands: Actor, { client, cluster, clock, key, signal }: Context, autoscaler: AutoscalerObject) {
  const { apiVersion = '', kind = '', name = '' } = autoscaler.spec?.scaleTargetRef ?? {};
  try {
    const found = (await cluster.discovery.kind({ apiVersion, kind })) as Kind<
      unknown,
      unknown,
      { metadata: ObjectMeta }
    >;
    const subresource = client.subresource<Scale>(found, { namespace: key.namespace, name }, 'scale');
    const scale = await subresource.get({ signal });
    const write = (replicas: number): Promise<unknown> =>
      subresource.update({ ...scale, spec: { ...scale.spec, replicas } }, { signal });
    return { scale, write };
  } catch (error) {
    if (!isKubeError(error)) throw error;
    const text = isKubeError(error, 'KUBE_UNKNOWN_KIND')
      ? `no matches for kind "${kind}" in group "${apiVersion.split('/')[0]}"`
      : refusalText(error);
    hands.event(autoscaler, 'FailedGetScale', text, 'Warning');
    const say = sayer(autoscaler, clock.wall());
    say(
      'AbleToScale',
      'False',
      'FailedGetScale',
      `the HPA controller was unable to get the target's current scale: ${text}`,
    );
    await hands.status(HorizontalPodAutoscaler, autoscaler, {
      currentMetrics: null,
      desiredReplicas: 0,
      ...autoscaler.status,
      conditions: say.conditions(),
    });
    return undefined;
  }
}
