import { elapsedMs } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import { matchesSelector } from '@slipway/apimachinery/selectors';
import { isKubeError } from '@slipway/kube';
import { Job, Pod } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type Actor, actor, createPod, endPods, slowStart } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { adopters, claim, claimable, controllerOf } from '../ownership/index.ts';
import type { PodObject } from '../pods/index.ts';
import { isOver, isTracked, type JobObject, newerSpec, TRACKING } from './job.ts';
import { type JobPlan, planJob } from './plan.ts';
import { jobPod } from './pod.ts';
import { jobStatus } from './status.ts';

const JOB_NAME = 'batch.kubernetes.io/job-name';
const OWN = 'kubernetes.io/job-controller';

export function jobController(environment: Environment): void {
  environment.manager
    .controller(Job)
    .named('job-controller')
    .for(environment.scope)
    .owns(Pod, claimable(environment.scope))
    .watches(Pod, (pod) => orphanJobs(environment, pod), environment.scope)
    .reconcile((context) => reconcile(environment, context));
}

/** Jobs that might adopt a pod, and the one that has left it behind. */
function orphanJobs(environment: Environment, pod: PodObject) {
  const { namespace, labels = {} } = pod.metadata;
  if (controllerOf(pod)) return [];
  const left = isTracked(pod) && labels[JOB_NAME] ? [{ namespace, name: labels[JOB_NAME] }] : [];
  return [...left, ...adopters(environment, Job, pod)];
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof Job>) {
  const { object: job, clock } = context;
  const hands = actor(environment, 'job-controller', Job, context);
  await releaseOrphans(hands, context);
  if (!job || (newerSpec(job).managedBy ?? OWN) !== OWN) return undefined;
  if (isOver(job)) return endOfLife(hands, job, clock.wall());

  const { selector } = job.spec ?? {};
  const pods = await claim({
    context,
    actor: hands,
    ownerKind: Job,
    owner: job,
    kind: Pod,
    selector,
    finalizers: [TRACKING],
  });
  const plan = planJob(job, pods, clock.wall());
  const { removed, made, failure } = await carryOut(hands, job, plan);
  const { status, events } = jobStatus(job, pods, plan, { removed, made }, clock.wall());
  await hands.status(Job, job, status);
  for (const { reason, note, type } of events) hands.event(job, reason, note, type);
  for (const pod of plan.tally.settled) await release(hands, pod);
  if (failure !== undefined) throw failure;
  return plan.requeueAfterMs === undefined ? undefined : { requeueAfterMs: Math.max(0, plan.requeueAfterMs) };
}

async function carryOut(hands: Actor, job: JobObject, plan: JobPlan) {
  const { ended: removed, failure: notEnded } = await endPods(hands, job, plan.remove);
  let made = 0;
  const notMade = await slowStart(plan.create.length, async (at) => {
    if (await createPod(hands, job, jobPod(job, plan.create[at]))) made++;
  });
  return { removed, made, failure: notEnded ?? notMade };
}

/** A Job that is over and has a time to live goes when that has passed, with its pods. */
async function endOfLife(hands: Actor, job: JobObject, wallMs: number) {
  const seconds = job.spec?.ttlSecondsAfterFinished;
  if (seconds === undefined || job.metadata.deletionTimestamp !== undefined) return undefined;
  const { conditions } = job.status ?? {};
  const end = conditionOf(conditions, 'Complete') ?? conditionOf(conditions, 'Failed');
  const leftMs = seconds * 1000 - elapsedMs(end?.lastTransitionTime, wallMs);
  if (leftMs > 0) return { requeueAfterMs: leftMs };
  await hands.remove(Job, job, { propagationPolicy: 'Foreground' });
  return undefined;
}

/** Pods whose Job is gone, or another one of the same name, are held by nobody but their finalizer. */
async function releaseOrphans(hands: Actor, { object, key, cache }: ReconcileContext<typeof Job>): Promise<void> {
  for (const pod of cache(Pod).list({ namespace: key.namespace })) {
    if (!isTracked(pod)) continue;
    const owner = controllerOf(pod);
    const isLeft = owner
      ? owner.kind === 'Job' && owner.name === key.name && owner.uid !== object?.metadata.uid
      : pod.metadata.labels?.[JOB_NAME] === key.name && !matchesSelector(object?.spec?.selector, pod.metadata.labels);
    if (isLeft) await release(hands, pod);
  }
}

async function release(hands: Actor, pod: PodObject): Promise<void> {
  const patch = { metadata: { uid: pod.metadata.uid, '$deleteFromPrimitiveList/finalizers': [TRACKING] } };
  await hands.patch(Pod, pod, patch).catch((error: unknown) => {
    // Gone, or another of the same name: nothing is held any more.
    if (!isKubeError(error, 'KUBE_NOT_FOUND', 'KUBE_CONFLICT')) throw error;
  });
}
