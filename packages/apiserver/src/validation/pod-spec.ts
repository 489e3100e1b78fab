import { dns1123LabelFaults, dns1123SubdomainFaults, qualifiedNameFaults } from '@slipway/apimachinery/names';
import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import { checkContainers, checkInitContainers, type PodContext } from './containers.ts';
import { addressComplaints, rangeComplaint, searchDomainComplaints } from './formats.ts';
import type { Report } from './report.ts';
import { checkContainerResourceName, checkPodResources, checkResourceAmount } from './resources.ts';
import { checkAffinity, checkSpread, checkTolerations } from './scheduling.ts';
import { checkPodSecurity } from './security-context.ts';
import { checkLabels } from './selectors.ts';
import { entries, has, maybe, maybeNumber, number, struct, structs, text, texts } from './values.ts';
import { checkVolumes } from './volumes.ts';

const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

export interface PodKind {
  /** Empty for templates: their pods have no name yet. */
  readonly podName: string;
  readonly isPod: boolean;
}

export const TEMPLATE: PodKind = { podName: '', isPod: false };

/** A pod's spec, wherever it stands. The order is the server's. */
export function checkPodSpec(report: Report, spec: JsonObject, kind: PodKind, at: At): void {
  const volumes = checkVolumes(report, structs(spec, 'volumes'), kind.podName, at.field('volumes'));
  const claims = checkResourceClaims(report, structs(spec, 'resourceClaims'), at.field('resourceClaims'));
  const pod: PodContext = {
    volumes,
    claims,
    timing: { graceSeconds: maybeNumber(spec, 'terminationGracePeriodSeconds') },
    restartPolicy: text(spec, 'restartPolicy'),
    usesHostUsers: spec['hostUsers'] !== false,
  };
  const containers = structs(spec, 'containers');
  checkContainers(report, containers, pod, at.field('containers'));
  checkInitContainers(report, structs(spec, 'initContainers'), containers, pod, at.field('initContainers'));
  const resources = maybe(spec, 'resources');
  if (resources) checkPodResources(report, resources, at.field('resources'));
  if (spec['hostNetwork'] === true) checkHostNetworkPorts(report, containers, kind, at.field('containers'));
  report.requiredOneOf(at.field('restartPolicy'), pod.restartPolicy, ['Always', 'OnFailure', 'Never']);
  report.requiredOneOf(at.field('dnsPolicy'), text(spec, 'dnsPolicy'), DNS_POLICIES);
  checkLabels(report, spec, 'nodeSelector', at.field('nodeSelector'));
  checkPodSecurity(report, maybe(spec, 'securityContext'), spec, at.field('securityContext'));
  checkAffinity(report, maybe(spec, 'affinity'), at.field('affinity'));
  checkDnsConfig(report, spec, at.field('dnsConfig'));
  checkGates(report, spec, at);
  checkSpread(report, structs(spec, 'topologySpreadConstraints'), at.field('topologySpreadConstraints'));
  checkNames(report, spec, at);
}

function checkResourceClaims(report: Report, claims: readonly JsonObject[], at: At): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [index, claim] of claims.entries()) {
    const here = at.index(index);
    const name = text(claim, 'name');
    if (name === '') report.required(here.field('name'));
    else if (names.has(name)) report.duplicate(here.field('name'), name);
    else {
      report.complain(here.field('name'), name, dns1123LabelFaults(name));
      names.add(name);
    }
    const sources = ['resourceClaimName', 'resourceClaimTemplateName'].filter((source) => has(claim, source));
    const why = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
    if (sources.length === 0) report.invalid(here, shownClaim(claim), why);
    if (sources.length > 1)
      report.invalid(
        here,
        shownClaim(claim),
        'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
      );
  }
  return names;
}

const shownClaim = (claim: JsonObject): JsonObject => ({
  Name: text(claim, 'name'),
  ResourceClaimName: claim['resourceClaimName'] ?? null,
  ResourceClaimTemplateName: claim['resourceClaimTemplateName'] ?? null,
});

/** On the host's network a container's port is the host's; a template may leave the latter out. */
function checkHostNetworkPorts(report: Report, containers: readonly JsonObject[], kind: PodKind, at: At): void {
  for (const [index, container] of containers.entries()) {
    for (const [position, port] of structs(container, 'ports').entries()) {
      const host = number(port, 'hostPort');
      if ((!kind.isPod && host === 0) || host === number(port, 'containerPort')) continue;
      const here = at.index(index).field('ports').index(position).field('hostPort');
      report.invalid(here, host, 'must match `containerPort` when `hostNetwork` is true');
    }
  }
}

function checkDnsConfig(report: Report, spec: JsonObject, at: At): void {
  const config = maybe(spec, 'dnsConfig');
  const servers = texts(config ?? {}, 'nameservers');
  if (spec['dnsPolicy'] === 'None') {
    if (!config) {
      report.required(at, 'must provide `dnsConfig` when `dnsPolicy` is None');
      return;
    }
    if (servers.length === 0) {
      report.required(at.field('nameservers'), 'must provide at least one DNS nameserver when `dnsPolicy` is None');
      return;
    }
  }
  if (!config) return;
  if (servers.length > 3) report.invalid(at.field('nameservers'), servers, 'must not have more than 3 nameservers');
  for (const [index, server] of servers.entries()) {
    report.complain(at.field('nameservers').index(index), server, addressComplaints(server));
  }
  const searches = texts(config, 'searches');
  const atSearches = at.field('searches');
  if (searches.length > 32) report.invalid(atSearches, searches, 'must not have more than 32 search paths');
  if (searches.join(' ').length > 2048) {
    report.invalid(
      atSearches,
      searches,
      'must not have more than 2048 characters (including spaces) in the search list',
    );
  }
  for (const [index, search] of searches.entries()) {
    if (search === '.') continue;
    const bare = search.replace(/\.$/, '');
    report.complain(atSearches.index(index), bare, searchDomainComplaints(bare));
  }
  for (const [index, option] of structs(config, 'options').entries()) {
    if (text(option, 'name') === '') report.required(at.field('options').index(index), 'must not be empty');
  }
}

function checkGates(report: Report, spec: JsonObject, at: At): void {
  for (const [index, gate] of structs(spec, 'readinessGates').entries()) {
    const type = text(gate, 'conditionType');
    report.complain(at.field('readinessGates').index(index).field('conditionType'), type, qualifiedNameFaults(type));
  }
  const seen = new Set<string>();
  for (const [index, gate] of structs(spec, 'schedulingGates').entries()) {
    const name = text(gate, 'name');
    const here = at.field('schedulingGates').index(index);
    report.complain(here, name, qualifiedNameFaults(name));
    if (seen.has(name)) report.duplicate(here, name);
    seen.add(name);
  }
}

/** What refers to other objects, and what the pod is called. */
function checkNames(report: Report, spec: JsonObject, at: At): void {
  const named = (name: string, complaintsOf: (value: string) => readonly string[]): void => {
    const value = text(spec, name);
    if (value !== '') report.complain(at.field(name), value, complaintsOf(value));
  };
  named('serviceAccountName', dns1123SubdomainFaults);
  named('nodeName', dns1123SubdomainFaults);
  const deadline = maybeNumber(spec, 'activeDeadlineSeconds');
  if (deadline !== undefined && (deadline < 1 || deadline > 2 ** 31 - 1)) {
    report.invalid(at.field('activeDeadlineSeconds'), deadline, rangeComplaint(1, 2 ** 31 - 1));
  }
  named('hostname', dns1123LabelFaults);
  named('subdomain', dns1123LabelFaults);
  checkTolerations(report, structs(spec, 'tolerations'), at.field('tolerations'));
  for (const [index, alias] of structs(spec, 'hostAliases').entries()) {
    const here = at.field('hostAliases').index(index);
    report.complain(here.field('ip'), text(alias, 'ip'), addressComplaints(text(alias, 'ip')));
    for (const [position, host] of texts(alias, 'hostnames').entries()) {
      report.complain(here.field('hostnames').index(position), host, dns1123SubdomainFaults(host));
    }
  }
  named('priorityClassName', dns1123SubdomainFaults);
  if (has(spec, 'runtimeClassName')) {
    const name = text(spec, 'runtimeClassName');
    report.complain(at.field('runtimeClassName'), name, dns1123SubdomainFaults(name));
  }
  if (has(spec, 'preemptionPolicy')) {
    report.requiredOneOf(at.field('preemptionPolicy'), text(spec, 'preemptionPolicy'), [
      'PreemptLowerPriority',
      'Never',
    ]);
  }
  for (const [name, amount] of entries(spec, 'overhead')) {
    const here = at.field('overhead').field('limits').key(name);
    checkContainerResourceName(report, name, here);
    checkResourceAmount(report, name, amount, here);
  }
  const os = maybe(spec, 'os');
  if (os) {
    const name = text(os, 'name');
    if (name === '') report.required(at.field('os').field('name'));
    else report.oneOf(at.field('os'), name, ['linux', 'windows']);
  }
  checkFileVolumes(report, spec, at);
}

/** Variables from a file: the file is in a volume that the pod itself fills. */
function checkFileVolumes(report: Report, spec: JsonObject, at: At): void {
  const volumes = new Map(structs(spec, 'volumes').map((volume) => [text(volume, 'name'), volume]));
  for (const list of ['initContainers', 'containers']) {
    for (const [index, container] of structs(spec, list).entries()) {
      for (const [position, variable] of structs(container, 'env').entries()) {
        const reference = maybe(struct(variable, 'valueFrom'), 'fileKeyRef');
        if (!reference) continue;
        const name = text(reference, 'volumeName');
        const here = at.field(list).index(index).field('env').index(position).field('valueFrom').field('fileKeyRef');
        const volume = volumes.get(name);
        if (!volume) report.unknown(here.field('volumeName'), name);
        else if (!has(volume, 'emptyDir')) {
          report.invalid(here.field('volumeName'), name, 'referenced volume must be of type emptyDir');
        }
      }
    }
  }
}
