import { timestamp } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { CronJob, Job } from '@slipway/kube/kinds';
import { compact, type Read } from '../objects/index.ts';
import type { Schedule } from './schedule.ts';

export type CronJobObject = Read<typeof CronJob>;
export type JobObject = Read<typeof Job>;

export interface CronNote {
  readonly reason: string;
  readonly note: string;
  readonly type?: 'Warning';
}

/** What a CronJob knows of its Jobs. */
export interface CronState {
  readonly active: readonly { readonly uid?: string; readonly name?: string }[];
  readonly lastSuccessfulTime: string | undefined;
  readonly notes: readonly CronNote[];
  /** Jobs beyond the history that is to be kept. */
  readonly forget: readonly JobObject[];
}

export interface Due {
  /** The time that a Job is made for; undefined when none is due. */
  readonly startMs: number | undefined;
  readonly notes: readonly CronNote[];
  /** When to look again, in milliseconds from now. */
  readonly requeueAfterMs: number | undefined;
}

/** Added to the next time, so that a timer that is early does not find nothing due. */
const MARGIN_MS = 100;
const MANY_MISSED = 100;

export function endOf({ status }: JobObject): 'Complete' | 'Failed' | undefined {
  return (['Complete', 'Failed'] as const).find((type) => conditionOf(status?.conditions, type)?.status === 'True');
}

/** Which Jobs run, which have ended since, and which are too old to be kept. */
export function cronState(cron: CronJobObject, jobs: readonly JobObject[]): CronState {
  const notes: CronNote[] = [];
  const byUid = new Map(jobs.map((job) => [job.metadata.uid, job]));
  const active = (cron.status?.active ?? []).filter(({ uid, name }) => {
    const job = uid === undefined ? undefined : byUid.get(uid);
    const end = job && endOf(job);
    if (!job) notes.push({ reason: 'MissingJob', note: `Active job went missing: ${name}` });
    else if (end) notes.push({ reason: 'SawCompletedJob', note: `Saw completed job: ${name}, condition: ${end}` });
    return job && !end;
  });
  const known = new Set(cron.status?.active?.map(({ uid }) => uid));
  for (const job of jobs) {
    if (endOf(job) || known.has(job.metadata.uid)) continue;
    const note = `Saw a job that the controller did not create or forgot: ${job.metadata.name}`;
    notes.push({ reason: 'UnexpectedJob', note, type: 'Warning' });
  }
  const successes = jobs.flatMap((job) => (endOf(job) === 'Complete' ? (job.status?.completionTime ?? []) : []));
  const lastSuccessfulTime = [
    ...successes,
    ...(cron.status?.lastSuccessfulTime ? [cron.status.lastSuccessfulTime] : []),
  ]
    .sort()
    .at(-1);
  const { successfulJobsHistoryLimit = 3, failedJobsHistoryLimit = 1 } = cron.spec ?? {};
  const forget = [
    ...oldest(
      jobs.filter((job) => endOf(job) === 'Complete'),
      successfulJobsHistoryLimit,
    ),
    ...oldest(
      jobs.filter((job) => endOf(job) === 'Failed'),
      failedJobsHistoryLimit,
    ),
  ];
  return { active, lastSuccessfulTime, notes, forget };
}

function oldest(jobs: readonly JobObject[], kept: number): JobObject[] {
  const start = ({ status, metadata }: JobObject): string => status?.startTime ?? metadata.creationTimestamp ?? '';
  const ordered = jobs.toSorted(
    (a, b) => start(a).localeCompare(start(b)) || a.metadata.name.localeCompare(b.metadata.name),
  );
  return ordered.slice(0, Math.max(0, ordered.length - kept));
}

/** Whether a Job is due now. */
export function dueNow(cron: CronJobObject, schedule: Schedule, running: number, wallMs: number): Due {
  const { startingDeadlineSeconds, concurrencyPolicy } = cron.spec ?? {};
  const { lastScheduleTime } = cron.status ?? {};
  const since = Date.parse(lastScheduleTime ?? cron.metadata.creationTimestamp ?? '');
  const deadline = startingDeadlineSeconds === undefined ? since : wallMs - startingDeadlineSeconds * 1000;
  const { latest, missed } = latestTime(schedule, Math.max(since, deadline), wallMs);
  const following = schedule.next(Math.max(latest ?? since, since) < wallMs ? wallMs : since);
  const requeueAfterMs = following === undefined ? undefined : following - wallMs + MARGIN_MS;
  const notes: CronNote[] = [];
  if (missed > MANY_MISSED) {
    const note = 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew';
    notes.push({ reason: 'TooManyMissedTimes', note, type: 'Warning' });
  }
  if (latest === undefined || timestamp(latest) === lastScheduleTime)
    return { startMs: undefined, notes, requeueAfterMs };
  if (startingDeadlineSeconds !== undefined && latest + startingDeadlineSeconds * 1000 < wallMs) {
    const note = `Missed scheduled time to start a job: ${new Date(latest).toUTCString().replace('GMT', '+0000')}`;
    return { startMs: undefined, notes: [...notes, { reason: 'MissSchedule', note, type: 'Warning' }], requeueAfterMs };
  }
  if (concurrencyPolicy === 'Forbid' && running > 0) {
    const note = 'Not starting job because prior execution is running and concurrency policy is Forbid';
    return { startMs: undefined, notes: [...notes, { reason: 'JobAlreadyActive', note }], requeueAfterMs };
  }
  return { startMs: latest, notes, requeueAfterMs };
}

/** The last time that has come since another, and how many have. */
function latestTime(
  schedule: Schedule,
  sinceMs: number,
  wallMs: number,
): { readonly latest: number | undefined; readonly missed: number } {
  const first = schedule.next(sinceMs);
  if (first === undefined || first > wallMs) return { latest: undefined, missed: 0 };
  const second = schedule.next(first);
  if (second === undefined || second > wallMs) return { latest: first, missed: 1 };
  const apart = second - first;
  const missed = Math.floor((wallMs - first) / apart) + 1;
  // Near the end rather than from the start: there may be years in between.
  let latest = first;
  for (let at = schedule.next(first + (missed - 2) * apart); at !== undefined && at <= wallMs; at = schedule.next(at))
    latest = at;
  return { latest, missed };
}

export function cronStatus(
  cron: CronJobObject,
  { active, lastSuccessfulTime }: CronState,
  lastScheduleMs?: number,
): object {
  const { lastScheduleTime } = cron.status ?? {};
  return compact({
    active: active.length === 0 ? undefined : active,
    lastScheduleTime: lastScheduleMs === undefined ? lastScheduleTime : timestamp(lastScheduleMs),
    lastSuccessfulTime,
  });
}
