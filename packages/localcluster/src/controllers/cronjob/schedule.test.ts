import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CronJobObject, cronState, dueNow, type JobObject } from './plan.ts';
import { parseSchedule, zonedTime } from './schedule.ts';

const at = (text: string): number => Date.parse(text);
const next = (schedule: string, after: string, zone?: string): string =>
  new Date(parseSchedule(schedule, zone).next(at(after)) ?? 0).toISOString();

describe('a schedule', () => {
  it('L-20: names the next time, also across months and years', () => {
    expect(next('*/15 * * * *', '2026-01-01T00:00:00Z')).toBe('2026-01-01T00:15:00.000Z');
    expect(next('30 4 1 * *', '2026-01-31T23:59:00Z')).toBe('2026-02-01T04:30:00.000Z');
    expect(next('0 0 29 2 *', '2026-03-01T00:00:00Z')).toBe('2028-02-29T00:00:00.000Z');
    expect(next('0 9 * * mon-fri', '2026-01-02T10:00:00Z')).toBe('2026-01-05T09:00:00.000Z');
    expect(next('@hourly', '2026-01-01T00:30:00Z')).toBe('2026-01-01T01:00:00.000Z');
    expect(next('@every 90s', '2026-01-01T00:00:00Z')).toBe('2026-01-01T00:01:30.000Z');
  });

  it('L-20: a restricted day of the month or of the week will do, as cron has it', () => {
    expect(next('0 0 13 * fri', '2026-01-01T00:00:00Z')).toBe('2026-01-02T00:00:00.000Z');
    expect(next('0 0 13 * *', '2026-01-01T00:00:00Z')).toBe('2026-01-13T00:00:00.000Z');
  });

  it('L-20: follows the clocks of its zone through a change of the hour', () => {
    expect(next('0 8 * * *', '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
    expect(next('0 8 * * *', '2026-03-27T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-28T07:00:00.000Z');
    expect(zonedTime(at('2026-01-01T00:00:00Z'), 'America/New_York')).toBe('2025-12-31T19:00:00-05:00');
    expect(() => parseSchedule('* * * * *', 'Mars/Base')).toThrow(RangeError);
  });

  it('L-20: refuses what is no schedule, in the words of the real parser', () => {
    expect(() => parseSchedule('* * *')).toThrow('expected exactly 5 fields, found 3: [* * *]');
    expect(() => parseSchedule('61 * * * *')).toThrow(/out of range/);
  });

  it('L-20: goes forward, and comes at the named minutes only', () => {
    const field = fc.integer({ min: 0, max: 59 });
    fc.assert(
      fc.property(
        field,
        fc.integer({ min: 0, max: 2e12 }),
        fc.constantFrom('UTC', 'Asia/Kolkata', 'America/St_Johns'),
        (minute, after, zone) => {
          const time = parseSchedule(`${minute} * * * *`, zone).next(after) ?? 0;
          expect(time).toBeGreaterThan(after);
          expect(time - after).toBeLessThanOrEqual(2 * 3_600_000);
          expect(Number(zonedTime(time, zone).slice(14, 16))).toBe(minute);
        },
      ),
    );
  });
});

const cron = (spec: object, status: object = {}): CronJobObject =>
  ({
    metadata: { creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { schedule: '', ...spec },
    status,
  }) as object as CronJobObject;
const hourly = parseSchedule('0 * * * *');

describe('a CronJob', () => {
  it('L-20: starts one Job for all the times it has missed, unless they are too old', () => {
    expect(dueNow(cron({}), hourly, 0, at('2026-01-01T05:30:00Z')).startMs).toBe(at('2026-01-01T05:00:00Z'));
    const late = dueNow(cron({ startingDeadlineSeconds: 60 }), hourly, 0, at('2026-01-01T05:30:00Z'));
    expect(late.startMs).toBeUndefined();
    expect(late.requeueAfterMs).toBe(30 * 60_000 + 100);
  });

  it('L-20: starts none twice, and none beside another that it forbids', () => {
    const served = { lastScheduleTime: '2026-01-01T05:00:00Z' };
    expect(dueNow(cron({}, served), hourly, 0, at('2026-01-01T05:30:00Z')).startMs).toBeUndefined();
    const { startMs, notes } = dueNow(cron({ concurrencyPolicy: 'Forbid' }), hourly, 1, at('2026-01-01T05:30:00Z'));
    expect(startMs).toBeUndefined();
    expect(notes.map(({ reason }) => reason)).toEqual(['JobAlreadyActive']);
  });

  it('L-20: keeps as many ended Jobs as configured, the youngest', () => {
    const job = (name: string, type: string, startTime: string): JobObject =>
      ({
        metadata: { name, uid: name },
        status: { startTime, conditions: [{ type, status: 'True' }] },
      }) as object as JobObject;
    const jobs = ['a', 'b', 'c'].map((name, index) =>
      job(name, index === 2 ? 'Failed' : 'Complete', `2026-01-0${index + 1}T00:00:00Z`),
    );
    const { forget } = cronState(cron({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 1 }), jobs);
    expect(forget.map(({ metadata }) => metadata.name)).toEqual(['a']);
  });
});
