import { dns1123SubdomainFaults, patternFault } from '@slipway/apimachinery/names';
import type { JsonObject } from '../../objects/index.ts';
import {
  METADATA,
  maybe,
  number,
  portNumberComplaints,
  type Report,
  SPEC,
  struct,
  text,
} from '../../validation/index.ts';

const VERSION = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

const VERSION_RULE = patternFault(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  'my-name',
  'abc-123',
);

/** What a registration with the aggregator may say. */
export function checkApiService(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  const group = text(spec, 'group');
  const version = text(spec, 'version');
  const name = text(struct(object, 'metadata'), 'name');
  const wanted = `${version}.${group}`;
  if (name !== wanted) {
    const rule = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`;
    report.invalid(METADATA.field('name'), name, rule);
  }
  if (group !== '') report.complain(SPEC.field('group'), group, dns1123SubdomainFaults(group));
  else if (version !== 'v1') {
    report.required(SPEC.field('group'), 'only v1 may have an empty group and it better be legacy kube');
  }
  if (!VERSION.test(version)) report.invalid(SPEC.field('version'), version, VERSION_RULE);
  checkPriority(report, spec, 'groupPriorityMinimum', 20_000);
  checkPriority(report, spec, 'versionPriority', 1000);
  checkService(report, spec);
}

function checkPriority(report: Report, spec: JsonObject, field: string, most: number): void {
  const value = number(spec, field);
  if (value <= 0 || value > most) report.invalid(SPEC.field(field), value, `must be positive and less than ${most}`);
}

function checkService(report: Report, spec: JsonObject): void {
  const service = maybe(spec, 'service');
  const isInsecure = spec['insecureSkipTLSVerify'] === true;
  const bundle = Buffer.from(text(spec, 'caBundle'), 'base64');
  const insecure = SPEC.field('insecureSkipTLSVerify');
  if (!service) {
    if (bundle.length > 0) {
      report.invalid(SPEC.field('caBundle'), `${bundle.length} bytes`, 'local APIServices may not have a caBundle');
    }
    if (isInsecure) report.invalid(insecure, true, 'local APIServices may not have insecureSkipTLSVerify');
    return;
  }
  const at = SPEC.field('service');
  if (text(service, 'namespace') === '') report.required(at.field('namespace'));
  if (text(service, 'name') === '') report.required(at.field('name'));
  const port = number(service, 'port');
  const complaints = portNumberComplaints(port);
  if (complaints.length > 0) report.invalid(at.field('port'), port, `port is not valid: ${complaints.join(', ')}`);
  if (isInsecure && bundle.length > 0) report.invalid(insecure, true, 'may not be true if caBundle is present');
}
