import type { JsonObject } from '../../objects/index.ts';
import {
  type At,
  has,
  METADATA,
  maybeNumber,
  type Report,
  SPEC,
  shownSelector,
  struct,
  text,
} from '../../validation/index.ts';
import { checkJobSpec } from '../jobs/index.ts';
import { cronComplaint } from './schedule.ts';

export function checkCronJob(report: Report, object: JsonObject, old: JsonObject | undefined): void {
  const spec = struct(object, 'spec');
  const schedule = text(spec, 'schedule');
  const at = SPEC.field('schedule');
  if (schedule === '') report.required(at);
  else {
    const complaint = cronComplaint(schedule);
    if (complaint) report.invalid(at, schedule, complaint);
    if (schedule.includes('TZ')) {
      report.invalid(at, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead');
    }
  }
  report.nonNegative(SPEC.field('startingDeadlineSeconds'), maybeNumber(spec, 'startingDeadlineSeconds') ?? 0);
  checkTimeZone(report, spec, SPEC.field('timeZone'));
  const policy = text(spec, 'concurrencyPolicy');
  report.requiredOneOf(SPEC.field('concurrencyPolicy'), policy, ['Allow', 'Forbid', 'Replace']);
  checkJobTemplate(report, struct(spec, 'jobTemplate'), SPEC.field('jobTemplate'));
  for (const name of ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit']) {
    report.nonNegative(SPEC.field(name), maybeNumber(spec, name) ?? 0);
  }
  const name = text(struct(object, 'metadata'), 'name');
  if (!old && name.length > 52) report.invalid(METADATA.field('name'), name, 'must be no more than 52 characters');
}

function checkJobTemplate(report: Report, template: JsonObject, at: At): void {
  const spec = struct(template, 'spec');
  checkJobSpec(report, spec, at.field('spec'));
  if (has(spec, 'selector')) {
    const shown = shownSelector(spec, 'selector');
    report.invalid(at.field('spec').field('selector'), shown, '`selector` will be auto-generated');
  }
  if (spec['manualSelector'] === true) {
    report.unsupported(at.field('spec').field('manualSelector'), true, ['nil', 'false']);
  }
}

function checkTimeZone(report: Report, spec: JsonObject, at: At): void {
  const zone = spec['timeZone'];
  if (typeof zone !== 'string') return;
  if (zone === '') report.invalid(at, zone, 'timeZone must be nil or non-empty string');
  else if (zone.toLowerCase() === 'local') {
    const why = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    report.invalid(at, zone, why);
  } else if (!isTimeZone(zone)) report.invalid(at, zone, `unknown time zone ${zone}`);
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
