import { dns1123LabelFaults, dns1123SubdomainFaults, pathSegmentFaults } from '@slipway/apimachinery/names';
import type { JsonObject } from '../objects/index.ts';
import { At, SPEC } from './at.ts';
import {
  domainPathErrors,
  isAddress,
  portNameComplaints,
  portNumberComplaints,
  wildcardComplaints,
} from './formats.ts';
import type { Report } from './report.ts';
import { has, maybe, number, struct, structs, text, texts } from './values.ts';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

export function checkIngress(report: Report, object: JsonObject, isNew: boolean): void {
  const spec = struct(object, 'spec');
  const rules = structs(spec, 'rules');
  const fallback = maybe(spec, 'defaultBackend');
  if (rules.length === 0 && !fallback) {
    report.invalid(SPEC, null, 'either `defaultBackend` or `rules` must be specified');
  }
  if (fallback) checkBackend(report, fallback, SPEC.field('defaultBackend'));
  for (const [index, rule] of rules.entries()) checkRule(report, rule, SPEC.field('rules').index(index));
  for (const [index, tls] of structs(spec, 'tls').entries()) {
    const at = SPEC.field('tls').index(index);
    for (const [position, host] of texts(tls, 'hosts').entries()) {
      checkHost(report, host, at.field('hosts').index(position));
    }
    const secret = text(tls, 'secretName');
    if (secret !== '') report.complain(at.field('secretName'), secret, dns1123SubdomainFaults(secret));
  }
  const className = spec['ingressClassName'];
  if (typeof className === 'string') {
    report.complain(SPEC.field('ingressClassName'), className, dns1123SubdomainFaults(className));
  }
  const annotated = struct(struct(object, 'metadata'), 'annotations')[CLASS_ANNOTATION];
  if (isNew && typeof annotated === 'string' && typeof className === 'string' && annotated !== className) {
    const at = new At('annotations').field(CLASS_ANNOTATION);
    report.invalid(at, annotated, 'must match `ingressClassName` when both are specified');
  }
}

function checkHost(report: Report, host: string, at: At): void {
  report.complain(at, host, host.includes('*') ? wildcardComplaints(host) : dns1123SubdomainFaults(host));
}

function checkRule(report: Report, rule: JsonObject, at: At): void {
  const host = text(rule, 'host');
  if (host !== '') {
    if (isAddress(host)) report.invalid(at.field('host'), host, 'must be a DNS name, not an IP address');
    checkHost(report, host, at.field('host'));
  }
  const http = maybe(rule, 'http');
  if (!http) return;
  const paths = structs(http, 'paths');
  const atPaths = at.field('http').field('paths');
  if (paths.length === 0) report.required(atPaths);
  for (const [index, path] of paths.entries()) checkPath(report, path, atPaths.index(index));
}

function checkPath(report: Report, rule: JsonObject, at: At): void {
  if (!has(rule, 'pathType')) {
    report.required(at.field('pathType'), 'pathType must be specified');
    return;
  }
  const type = text(rule, 'pathType');
  const path = text(rule, 'path');
  const here = at.field('path');
  if (type === 'Exact' || type === 'Prefix') {
    if (!path.startsWith('/')) report.invalid(here, path, 'must be an absolute path');
    for (const part of ['//', '/./', '/../', '%2f', '%2F']) {
      if (path.includes(part)) report.invalid(here, path, `must not contain '${part}'`);
    }
    for (const end of ['/..', '/.']) if (path.endsWith(end)) report.invalid(here, path, `cannot end with '${end}'`);
  } else if (type === 'ImplementationSpecific') {
    if (path !== '' && !path.startsWith('/')) report.invalid(here, path, 'must be an absolute path');
  } else report.unsupported(at.field('pathType'), type, ['Exact', 'ImplementationSpecific', 'Prefix']);
  checkBackend(report, struct(rule, 'backend'), at.field('backend'));
}

function checkBackend(report: Report, backend: JsonObject, at: At): void {
  const service = maybe(backend, 'service');
  const resource = maybe(backend, 'resource');
  if (service && resource) report.invalid(at, '', 'cannot set both resource and service backends');
  else if (resource) checkLocalReference(report, resource, at.field('resource'));
  else if (service) checkServiceBackend(report, service, at);
  else report.invalid(at, '', 'resource or service backend is required');
}

function checkServiceBackend(report: Report, service: JsonObject, at: At): void {
  const here = at.field('service');
  const name = text(service, 'name');
  if (name === '') report.required(here.field('name'));
  else report.complain(here.field('name'), name, dns1123LabelFaults(name));
  const port = struct(service, 'port');
  const portName = text(port, 'name');
  const portNumber = number(port, 'number');
  if (portName !== '' && portNumber !== 0) report.invalid(at, '', 'cannot set both port name & port number');
  else if (portName !== '') report.complain(here.field('port').field('name'), portName, portNameComplaints(portName));
  else if (portNumber !== 0) {
    report.complain(here.field('port').field('number'), portNumber, portNumberComplaints(portNumber));
  } else report.required(at, 'port name or number is required');
}

function checkLocalReference(report: Report, reference: JsonObject, at: At): void {
  if (has(reference, 'apiGroup')) {
    const group = text(reference, 'apiGroup');
    report.complain(at.field('apiGroup'), group, dns1123SubdomainFaults(group));
  }
  for (const name of ['kind', 'name']) {
    const value = text(reference, name);
    if (value === '') report.required(at.field(name));
    else report.complain(at.field(name), value, pathSegmentFaults(value));
  }
}

export function checkIngressClass(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  const controller = text(spec, 'controller');
  const at = SPEC.field('controller');
  if (controller.length > 250) report.tooLong(at, 250);
  if (controller === '') report.required(at);
  else for (const [part, complaint] of domainPathErrors(controller)) report.invalid(at, part, complaint);
  const parameters = maybe(spec, 'parameters');
  if (!parameters) return;
  const here = SPEC.field('parameters');
  checkLocalReference(report, parameters, here);
  const scope = text(parameters, 'scope');
  report.oneOf(here.field('scope'), scope, ['Cluster', 'Namespace']);
  if (scope === 'Namespace') {
    if (!has(parameters, 'namespace')) {
      report.required(here.field('namespace'), "`parameters.scope` is set to 'Namespace'");
    } else
      report.complain(
        here.field('namespace'),
        text(parameters, 'namespace'),
        dns1123LabelFaults(text(parameters, 'namespace')),
      );
  }
  if (scope === 'Cluster' && has(parameters, 'namespace')) {
    report.forbidden(here.field('namespace'), "`parameters.scope` is set to 'Cluster'");
  }
}
