import { isKubeError } from '@slipway/kube';
import { CronJob, Job } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type Actor, actor, refusalText } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import type { Written } from '../objects/index.ts';
import { controllerReference, isControlledBy } from '../ownership/index.ts';
import { type CronJobObject, cronState, cronStatus, dueNow, type JobObject } from './plan.ts';
import { parseSchedule, type Schedule, zonedTime } from './schedule.ts';

export function cronJobController(environment: Environment): void {
  environment.manager
    .controller(CronJob)
    .named('cronjob-controller')
    .for(environment.scope)
    .owns(Job, environment.scope)
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof CronJob>) {
  const { object: cron, cache, clock } = context;
  if (!cron) return undefined;
  const hands = actor(environment, 'cronjob-controller', CronJob, context);
  const jobs = cache(Job)
    .ownedBy(cron.metadata.uid)
    .filter((job) => isControlledBy(job, cron));
  const state = cronState(cron, jobs);
  for (const { reason, note, type } of state.notes) hands.event(cron, reason, note, type);
  for (const job of state.forget) await endJob(hands, cron, job);

  const schedule = cron.metadata.deletionTimestamp || cron.spec?.suspend ? undefined : readSchedule(hands, cron);
  const due = schedule && dueNow(cron, schedule, state.active.length, clock.wall());
  for (const { reason, note, type } of due?.notes ?? []) hands.event(cron, reason, note, type);
  if (due?.startMs === undefined) {
    await hands.status(CronJob, cron, cronStatus(cron, state));
    return due?.requeueAfterMs === undefined ? undefined : { requeueAfterMs: due.requeueAfterMs };
  }
  const isReplaced = cron.spec?.concurrencyPolicy === 'Replace';
  const kept = isReplaced ? [] : state.active;
  if (isReplaced) {
    const running = jobs.filter(({ metadata }) => state.active.some(({ uid }) => uid === metadata.uid));
    for (const job of running) await endJob(hands, cron, job);
  }
  const job = await startJob(hands, context, cron, due.startMs);
  const active = job ? [...kept, referenceTo(job)] : kept;
  await hands.status(CronJob, cron, cronStatus(cron, { ...state, active }, due.startMs));
  return due.requeueAfterMs === undefined ? undefined : { requeueAfterMs: due.requeueAfterMs };
}

function readSchedule(hands: Actor, cron: CronJobObject): Schedule | undefined {
  const { schedule = '', timeZone } = (cron.spec ?? {}) as { schedule?: string; timeZone?: string };
  try {
    return parseSchedule(schedule, timeZone);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof RangeError)
      hands.event(cron, 'UnknownTimeZone', `invalid timeZone: "${timeZone}": unknown time zone ${timeZone}`, 'Warning');
    else hands.event(cron, 'UnparseableSchedule', `unparseable schedule: "${schedule}" : ${why}`, 'Warning');
    return undefined;
  }
}

async function endJob(hands: Actor, cron: CronJobObject, job: JobObject): Promise<void> {
  try {
    await hands.remove(Job, job, { propagationPolicy: 'Background' });
    hands.event(cron, 'SuccessfulDelete', `Deleted job ${job.metadata.name}`);
  } catch (error) {
    hands.event(cron, 'FailedDelete', `Deleted job: ${refusalText(error)}`, 'Warning');
    throw error;
  }
}

/** The Job of a scheduled time. Its name is made of the time, so that there is never a second one. */
async function startJob(
  hands: Actor,
  { client, signal }: ReconcileContext<typeof CronJob>,
  cron: CronJobObject,
  startMs: number,
): Promise<JobObject | undefined> {
  const { namespace, name } = cron.metadata;
  const jobName = `${name}-${Math.floor(startMs / 60_000)}`;
  const { metadata, spec } = cron.spec?.jobTemplate ?? {};
  const { timeZone = 'UTC' } = (cron.spec ?? {}) as { timeZone?: string };
  const job = {
    metadata: {
      namespace,
      name: jobName,
      ...(metadata?.labels && { labels: { ...metadata.labels } }),
      annotations: {
        ...metadata?.annotations,
        'batch.kubernetes.io/cronjob-scheduled-timestamp': zonedTime(startMs, timeZone),
      },
      ownerReferences: [controllerReference(CronJob, cron)],
    },
    spec: structuredClone(spec),
  } as object as Written<typeof Job>;
  try {
    const created = await hands.create(Job, job);
    hands.event(cron, 'SuccessfulCreate', `Created job ${created.metadata.name}`);
    return created;
  } catch (error) {
    if (!isKubeError(error, 'KUBE_CONFLICT')) {
      hands.event(cron, 'FailedCreate', `Error creating job: ${refusalText(error)}`, 'Warning');
      throw error;
    }
    const found = await client.live.get(Job, { namespace, name: jobName }, { signal });
    return found && isControlledBy(found, cron) ? found : undefined;
  }
}

function referenceTo({ metadata }: JobObject): object {
  const { namespace, name, uid, resourceVersion } = metadata;
  return { kind: 'Job', namespace, name, uid, apiVersion: 'batch/v1', resourceVersion };
}
