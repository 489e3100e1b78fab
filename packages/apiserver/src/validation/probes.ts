import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import { headerNameComplaints, portNameComplaints, portNumberComplaints } from './formats.ts';
import type { Report } from './report.ts';
import { maybe, maybeNumber, number, structs, text, texts } from './values.ts';

export interface PodTiming {
  /** How long the pod may take to end, in seconds. */
  readonly graceSeconds: number | undefined;
}

export function checkPort(report: Report, port: unknown, at: At): void {
  if (typeof port === 'string') report.complain(at, port, portNameComplaints(port));
  else report.complain(at, port ?? 0, portNumberComplaints(typeof port === 'number' ? port : 0));
}

function checkHttpGet(report: Report, action: JsonObject, at: At): void {
  if (text(action, 'path') === '') report.required(at.field('path'));
  checkPort(report, action['port'], at.field('port'));
  report.oneOf(at.field('scheme'), text(action, 'scheme'), ['HTTP', 'HTTPS']);
  for (const header of structs(action, 'httpHeaders')) {
    report.complain(at.field('httpHeaders'), text(header, 'name'), headerNameComplaints(text(header, 'name')));
  }
}

/** Exactly one way to look at, or act on, a container; in the order in which a server looks for it. */
function checkHandler(report: Report, handler: JsonObject, timing: PodTiming, at: At): void {
  let isFound = false;
  for (const name of ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']) {
    const action = maybe(handler, name);
    if (!action) continue;
    const here = at.field(name);
    if (isFound) {
      report.forbidden(here, 'may not specify more than 1 handler type');
      continue;
    }
    isFound = true;
    if (name === 'exec' && texts(action, 'command').length === 0) report.required(here.field('command'));
    if (name === 'httpGet') checkHttpGet(report, action, here);
    if (name === 'tcpSocket' || name === 'grpc') checkPort(report, action['port'], here.field('port'));
    if (name === 'sleep') checkSleep(report, number(action, 'seconds'), timing, here);
  }
  if (!isFound) report.required(at, 'must specify a handler type');
}

function checkSleep(report: Report, seconds: number, { graceSeconds }: PodTiming, at: At): void {
  if (graceSeconds === undefined || (seconds >= 0 && seconds <= graceSeconds)) return;
  report.invalid(at, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`);
}

const COUNTS = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

export function checkProbe(
  report: Report,
  probe: JsonObject | undefined,
  kind: 'livenessProbe' | 'readinessProbe' | 'startupProbe',
  timing: PodTiming,
  at: At,
): void {
  if (!probe) return;
  checkHandler(report, probe, timing, at);
  for (const name of COUNTS) report.nonNegative(at.field(name), number(probe, name));
  const grace = maybeNumber(probe, 'terminationGracePeriodSeconds');
  const atGrace = at.field('terminationGracePeriodSeconds');
  if (grace !== undefined && grace <= 0) report.invalid(atGrace, grace, 'must be greater than 0');
  if (kind === 'readinessProbe') {
    if (grace !== undefined) report.invalid(atGrace, grace, 'must not be set for readinessProbes');
  } else if (number(probe, 'successThreshold') !== 1) {
    report.invalid(at.field('successThreshold'), number(probe, 'successThreshold'), 'must be 1');
  }
}

export function checkLifecycle(report: Report, lifecycle: JsonObject, timing: PodTiming, at: At): void {
  for (const name of ['postStart', 'preStop']) {
    const handler = maybe(lifecycle, name);
    if (handler) checkHandler(report, handler, timing, at.field(name));
  }
}
