import { dns1123LabelFaults, dns1123SubdomainFaults, qualifiedNameFaults } from '@slipway/apimachinery/names';
import { isEqual, type JsonObject } from '../../objects/index.ts';
import {
  type At,
  addressComplaints,
  checkEndpointAddress,
  checkLabels,
  checkPort,
  cidrComplaints,
  has,
  isAddress,
  isIpv6,
  METADATA,
  number,
  portNumberComplaints,
  type Report,
  SPEC,
  STATUS,
  struct,
  structs,
  text,
  texts,
} from '../../validation/index.ts';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

export const isHeadless = (spec: JsonObject): boolean => isEqual(spec['clusterIPs'], ['None']);

export function needsHealthCheck(spec: JsonObject): boolean {
  return spec['type'] === 'LoadBalancer' && spec['externalTrafficPolicy'] === 'Local';
}

const isExternal = (spec: JsonObject): boolean =>
  spec['type'] === 'NodePort' ||
  spec['type'] === 'LoadBalancer' ||
  (spec['type'] === 'ClusterIP' && texts(spec, 'externalIPs').length > 0);

export function checkService(report: Report, object: JsonObject, old: JsonObject | undefined): void {
  const spec = struct(object, 'spec');
  const oldSpec = old && struct(old, 'spec');
  const type = text(spec, 'type');
  const ports = structs(spec, 'ports');
  if (ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName') report.required(SPEC.field('ports'));
  checkType(report, spec, type);
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    checkServicePort(report, port, ports.length > 1, names, SPEC.field('ports').index(index));
  }
  checkLabels(report, spec, 'selector', SPEC.field('selector'));
  checkAffinity(report, spec);
  checkClusterIps(report, spec, oldSpec);
  for (const [index, ip] of texts(spec, 'externalIPs').entries()) {
    const at = SPEC.field('externalIPs').index(index);
    const complaints = texts(oldSpec ?? {}, 'externalIPs').includes(ip) ? [] : addressComplaints(ip);
    report.complain(at, ip, complaints);
    if (complaints.length === 0) checkEndpointAddress(report, ip, at);
  }
  report.requiredOneOf(SPEC.field('type'), type, TYPES);
  checkPortsTogether(report, ports, type);
  checkSourceRanges(report, object, spec, oldSpec);
  if (has(spec, 'allocateLoadBalancerNodePorts') && type !== 'LoadBalancer') {
    report.forbidden(SPEC.field('allocateLoadBalancerNodePorts'), "may only be used when `type` is 'LoadBalancer'");
  }
  checkLoadBalancerClass(report, spec);
  checkTrafficPolicies(report, spec);
}

function checkType(report: Report, spec: JsonObject, type: string): void {
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)) {
    const at = SPEC.field('clusterIPs').index(0);
    report.invalid(at, 'None', `may not be set to 'None' for ${type} services`);
  }
  if (type !== 'ExternalName') return;
  for (const name of ['clusterIPs', 'ipFamilies']) {
    if (texts(spec, name).length > 0) report.forbidden(SPEC.field(name), 'may not be set for ExternalName services');
  }
  if (has(spec, 'ipFamilyPolicy')) {
    report.forbidden(SPEC.field('ipFamilyPolicy'), 'may not be set for ExternalName services');
  }
  const name = text(spec, 'externalName').replace(/\.$/, '');
  if (name === '') report.required(SPEC.field('externalName'));
  else report.complain(SPEC.field('externalName'), name, dns1123SubdomainFaults(name));
}

function checkServicePort(report: Report, port: JsonObject, needsName: boolean, names: Set<string>, at: At): void {
  const name = text(port, 'name');
  if (needsName && name === '') report.required(at.field('name'));
  else if (name !== '') {
    report.complain(at.field('name'), name, dns1123LabelFaults(name));
    if (names.has(name)) report.duplicate(at.field('name'), name);
    names.add(name);
  }
  report.complain(at.field('port'), number(port, 'port'), portNumberComplaints(number(port, 'port')));
  report.requiredOneOf(at.field('protocol'), text(port, 'protocol'), PROTOCOLS);
  checkPort(report, port['targetPort'], at.field('targetPort'));
  if (has(port, 'appProtocol')) {
    const protocol = text(port, 'appProtocol');
    report.complain(at.field('appProtocol'), protocol, qualifiedNameFaults(protocol));
  }
}

const LONGEST_AFFINITY_SECONDS = 86_400;

function checkAffinity(report: Report, spec: JsonObject): void {
  const affinity = text(spec, 'sessionAffinity');
  report.requiredOneOf(SPEC.field('sessionAffinity'), affinity, ['ClientIP', 'None']);
  if (affinity !== 'ClientIP') return;
  const seconds = number(struct(struct(spec, 'sessionAffinityConfig'), 'clientIP'), 'timeoutSeconds');
  if (seconds > 0 && seconds <= LONGEST_AFFINITY_SECONDS) return;
  const at = SPEC.field('sessionAffinityConfig').field('clientIP').field('timeoutSeconds');
  report.invalid(at, seconds, `must be greater than 0 and less than ${LONGEST_AFFINITY_SECONDS}`);
}

/** What the addresses of a service must agree on; also looked at before any are given out. */
export function checkClusterIps(report: Report, spec: JsonObject, oldSpec: JsonObject | undefined): void {
  if (spec['type'] === 'ExternalName') return;
  const at = SPEC.field('clusterIPs');
  const ip = text(spec, 'clusterIP');
  const ips = texts(spec, 'clusterIPs');
  if (ip !== '' && ips.length === 0) report.required(at);
  else if (ip !== '' && ips[0] !== ip) report.invalid(at, ips, 'first value must match `clusterIP`');
  else if (ip === '' && ips.length > 0) report.invalid(at, ips, 'must be empty when `clusterIP` is not specified');

  const families = texts(spec, 'ipFamilies');
  for (const [index, family] of families.entries()) {
    const here = SPEC.field('ipFamilies').index(index);
    report.oneOf(here, family, ['IPv4', 'IPv6']);
    if (families.indexOf(family) < index) report.duplicate(here, family);
  }
  if (has(spec, 'ipFamilyPolicy')) {
    const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
    report.oneOf(SPEC.field('ipFamilyPolicy'), text(spec, 'ipFamilyPolicy'), policies);
  }
  let isSound = true;
  for (const [index, one] of ips.entries()) {
    if (index === 0 && one === 'None') {
      if (ips.length > 1) {
        isSound = false;
        report.invalid(at, ips, "'None' must be the first and only value");
      }
      continue;
    }
    const complaints = texts(oldSpec ?? {}, 'clusterIPs').includes(one) ? [] : addressComplaints(one);
    report.complain(at.index(index), one, complaints);
    if (complaints.length > 0) isSound = false;
  }
  if (ips.length > 2) report.invalid(at, ips, 'may only hold up to 2 values');
  if (!isSound) return;
  if (ips.length > 1 && new Set(ips.map(isIpv6)).size < 2) {
    report.invalid(at, ips, 'may specify no more than one IP for each IP family');
  }
  if (isHeadless(spec)) return;
  for (const [index, one] of ips.entries()) {
    const family = families[index];
    if (family === undefined || (family === 'IPv6') === isIpv6(one)) continue;
    report.invalid(at.index(index), one, `expected an ${family} value as indicated by \`ipFamilies[${index}]\``);
  }
}

function checkPortsTogether(report: Report, ports: readonly JsonObject[], type: string): void {
  const at = SPEC.field('ports');
  if (type === 'ClusterIP') {
    for (const [index, port] of ports.entries()) {
      if (number(port, 'nodePort') === 0) continue;
      report.forbidden(at.index(index).field('nodePort'), "may not be used when `type` is 'ClusterIP'");
    }
  }
  const nodePorts = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const nodePort = number(port, 'nodePort');
    if (nodePort === 0) continue;
    const key = `${text(port, 'protocol')} ${nodePort}`;
    if (nodePorts.has(key)) report.duplicate(at.index(index).field('nodePort'), nodePort);
    nodePorts.add(key);
  }
  const seen = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const protocol = text(port, 'protocol');
    const key = `${protocol} ${number(port, 'port')}`;
    if (seen.has(key)) {
      const shown = { Name: '', Protocol: protocol, AppProtocol: null, Port: number(port, 'port') };
      report.duplicate(at.index(index), { ...shown, TargetPort: 0, NodePort: 0 });
    }
    seen.add(key);
  }
}

function checkSourceRanges(
  report: Report,
  object: JsonObject,
  spec: JsonObject,
  oldSpec: JsonObject | undefined,
): void {
  const only = "may only be used when `type` is 'LoadBalancer'";
  const ranges = texts(spec, 'loadBalancerSourceRanges');
  const isBalanced = spec['type'] === 'LoadBalancer';
  if (ranges.length > 0) {
    const at = SPEC.field('LoadBalancerSourceRanges');
    if (!isBalanced) report.forbidden(at, only);
    for (const [index, range] of ranges.entries()) {
      const bare = range.trim();
      if (texts(oldSpec ?? {}, 'loadBalancerSourceRanges').includes(range)) continue;
      report.complain(at.index(index), bare, cidrComplaints(bare));
    }
    return;
  }
  const key = 'service.beta.kubernetes.io/load-balancer-source-ranges';
  const annotated = struct(struct(object, 'metadata'), 'annotations')[key];
  if (typeof annotated !== 'string') return;
  const at = METADATA.field('annotations').key(key);
  if (!isBalanced) report.forbidden(at, only);
  for (const range of annotated.split(',').map((one) => one.trim())) {
    if (annotated.trim() !== '') report.complain(at, range, cidrComplaints(range));
  }
}

function checkLoadBalancerClass(report: Report, spec: JsonObject): void {
  if (!has(spec, 'loadBalancerClass')) return;
  const at = SPEC.field('loadBalancerClass');
  const name = text(spec, 'loadBalancerClass');
  if (spec['type'] === 'LoadBalancer') report.complain(at, name, qualifiedNameFaults(name));
  else report.forbidden(at, "may only be used when `type` is 'LoadBalancer'");
}

function checkTrafficPolicies(report: Report, spec: JsonObject): void {
  const external = text(spec, 'externalTrafficPolicy');
  const at = SPEC.field('externalTrafficPolicy');
  if (isExternal(spec)) report.requiredOneOf(at, external, ['Cluster', 'Local']);
  else if (external !== '') report.invalid(at, external, 'may only be set for externally-accessible services');
  const port = number(spec, 'healthCheckNodePort');
  const atPort = SPEC.field('healthCheckNodePort');
  if (!needsHealthCheck(spec)) {
    const why = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    if (port !== 0) report.invalid(atPort, port, why);
  } else if (port === 0) report.required(atPort);
  else report.complain(atPort, port, portNumberComplaints(port));
  if (has(spec, 'internalTrafficPolicy')) {
    report.oneOf(SPEC.field('internalTrafficPolicy'), text(spec, 'internalTrafficPolicy'), ['Cluster', 'Local']);
  }
  if (has(spec, 'trafficDistribution')) {
    const choices = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
    report.oneOf(SPEC.field('trafficDistribution'), text(spec, 'trafficDistribution'), choices);
  }
}

/** Addresses stay; a second one may come or go. */
export function checkServiceChange(report: Report, object: JsonObject, old: JsonObject): void {
  const spec = struct(object, 'spec');
  const oldSpec = struct(old, 'spec');
  const ips = texts(spec, 'clusterIPs');
  const oldIps = texts(oldSpec, 'clusterIPs');
  const isNamed = spec['type'] === 'ExternalName' || oldSpec['type'] === 'ExternalName';
  if (!isNamed && !(isHeadless(spec) && isHeadless(oldSpec))) {
    const at = SPEC.field('clusterIPs');
    const count = Math.min(ips.length, oldIps.length);
    if (ips.length === 0 && oldIps.length > 0) report.invalid(at.index(0), ips, 'primary clusterIP can not be unset');
    for (let index = 0; index < (ips.length === oldIps.length ? count : Math.min(count, 1)); index++) {
      if (ips[index] !== oldIps[index]) report.invalid(at.index(index), ips, 'may not change once set');
    }
  }
  if (!isNamed && isHeadless(spec) === isHeadless(oldSpec) && !isHeadless(spec)) {
    const families = texts(spec, 'ipFamilies');
    const oldFamilies = texts(oldSpec, 'ipFamilies');
    const isMoved = families.length === oldFamilies.length && !isEqual(families, oldFamilies);
    if (isMoved) report.invalid(SPEC.field('ipFamilies').index(0), families, 'may not change once set');
  }
  const isBalanced = spec['type'] === 'LoadBalancer';
  if (isBalanced && oldSpec['type'] === 'LoadBalancer' && spec['loadBalancerClass'] !== oldSpec['loadBalancerClass']) {
    report.invalid(SPEC.field('loadBalancerClass'), spec['loadBalancerClass'] ?? null, 'may not change once set');
  }
  checkLoadBalancerClass(report, spec);
  const isChecked = needsHealthCheck(spec) && needsHealthCheck(oldSpec);
  if (isChecked && spec['healthCheckNodePort'] !== oldSpec['healthCheckNodePort']) {
    report.forbidden(SPEC.field('healthCheckNodePort'), 'field is immutable');
  }
}

/** Only a load balancer tells where it listens. */
export function checkServiceStatus(report: Report, object: JsonObject): void {
  const ingress = structs(struct(struct(object, 'status'), 'loadBalancer'), 'ingress');
  const at = STATUS.field('loadBalancer').field('ingress');
  if (ingress.length === 0) return;
  if (struct(object, 'spec')['type'] !== 'LoadBalancer') {
    report.forbidden(at, "may only be used when `spec.type` is 'LoadBalancer'");
    return;
  }
  for (const [index, one] of ingress.entries()) {
    const here = at.index(index);
    const ip = text(one, 'ip');
    if (ip !== '') report.complain(here.field('ip'), ip, addressComplaints(ip));
    else if (has(one, 'ipMode')) report.forbidden(here.field('ipMode'), 'may not be specified when `ip` is not set');
    if (ip !== '' && !has(one, 'ipMode')) report.required(here.field('ipMode'), 'must be specified when `ip` is set');
    if (has(one, 'ipMode')) report.oneOf(here.field('ipMode'), text(one, 'ipMode'), ['Proxy', 'VIP']);
    const hostname = text(one, 'hostname');
    if (hostname === '') continue;
    report.complain(here.field('hostname'), hostname, dns1123SubdomainFaults(hostname));
    if (isAddress(hostname)) report.invalid(here.field('hostname'), hostname, 'must be a DNS name, not an IP address');
  }
}
