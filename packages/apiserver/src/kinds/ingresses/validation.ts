import { dns1123LabelFaults, dns1123SubdomainFaults, pathSegmentFaults } from '@slipway/apimachinery/names';
import type { JsonObject } from '../../objects/index.ts';
import {
  At,
  has,
  isAddress,
  maybe,
  number,
  portNameComplaints,
  portNumberComplaints,
  type Report,
  SPEC,
  struct,
  structs,
  text,
  texts,
  wildcardComplaints,
} from '../../validation/index.ts';

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

export function checkLocalReference(report: Report, reference: JsonObject, at: At): void {
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
