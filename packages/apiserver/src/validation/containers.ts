import { dns1123LabelFaults, dns1123SubdomainFaults } from '@slipway/apimachinery/names';
import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import { checkFieldReference, checkResourceReference } from './field-references.ts';
import { configKeyComplaints, environmentNameComplaints, portNameComplaints, portNumberComplaints } from './formats.ts';
import { checkMounts } from './mounts.ts';
import { checkNoBacksteps } from './paths.ts';
import type { PodTiming } from './probes.ts';
import { checkLifecycle, checkProbe } from './probes.ts';
import type { Report } from './report.ts';
import { checkContainerResources } from './resources.ts';
import { checkContainerSecurity } from './security-context.ts';
import { has, maybe, number, struct, structs, text } from './values.ts';

/** What the containers of a pod are checked against. */
export interface PodContext {
  readonly volumes: ReadonlyMap<string, JsonObject>;
  readonly claims: ReadonlySet<string>;
  readonly timing: PodTiming;
  readonly restartPolicy: string;
  readonly usesHostUsers: boolean;
}

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

export function checkContainers(report: Report, containers: readonly JsonObject[], pod: PodContext, at: At): void {
  if (containers.length === 0) {
    report.required(at);
    return;
  }
  const names = new Set<string>();
  for (const [index, container] of containers.entries()) {
    const here = at.index(index);
    checkContainer(report, container, pod, here);
    const name = text(container, 'name');
    if (names.has(name)) report.duplicate(here.field('name'), name);
    names.add(name);
    checkLife(report, container, pod, here);
    checkRestartRules(report, container, here);
  }
  checkHostPorts(report, containers, at);
}

export function checkInitContainers(
  report: Report,
  containers: readonly JsonObject[],
  others: readonly JsonObject[],
  pod: PodContext,
  at: At,
): void {
  const names = new Set(others.map((container) => text(container, 'name')));
  for (const [index, container] of containers.entries()) {
    const here = at.index(index);
    checkContainer(report, container, pod, here);
    checkRestartRules(report, container, here);
    const name = text(container, 'name');
    if (names.has(name)) report.duplicate(here.field('name'), name);
    else if (name !== '') names.add(name);
    checkHostPorts(report, [container], at);
    if (container['restartPolicy'] === 'Always') checkLife(report, container, pod, here);
    else {
      for (const part of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']) {
        if (!has(container, part)) continue;
        report.forbidden(here.field(part), 'may not be set for init containers without restartPolicy=Always');
      }
    }
  }
}

function checkLife(report: Report, container: JsonObject, { timing }: PodContext, at: At): void {
  const lifecycle = maybe(container, 'lifecycle');
  if (lifecycle) checkLifecycle(report, lifecycle, timing, at.field('lifecycle'));
  for (const kind of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
    checkProbe(report, maybe(container, kind), kind, timing, at.field(kind));
  }
}

function checkRestartRules(report: Report, container: JsonObject, at: At): void {
  const rules = structs(container, 'restartPolicyRules');
  const policy = container['restartPolicy'];
  if (typeof policy === 'string') report.oneOf(at.field('restartPolicy'), policy, ['Always', 'Never', 'OnFailure']);
  else if (rules.length > 0) {
    report.required(at.field('restartPolicy'), 'must specify restartPolicy when restart rules are used');
  }
  if (rules.length > 20) report.tooMany(at.field('restartPolicyRules'), rules.length, 20);
  for (const [index, rule] of rules.entries()) {
    const here = at.field('restartPolicyRules').index(index);
    report.oneOf(here.field('action'), text(rule, 'action'), ['Restart', 'RestartAllContainers']);
    const codes = maybe(rule, 'exitCodes');
    if (codes) report.oneOf(here.field('exitCodes').field('operator'), text(codes, 'operator'), ['In', 'NotIn']);
    else report.required(here.field('exitCodes'), 'must be specified');
  }
}

function checkHostPorts(report: Report, containers: readonly JsonObject[], at: At): void {
  const taken = new Set<string>();
  for (const [index, container] of containers.entries()) {
    for (const [position, port] of structs(container, 'ports').entries()) {
      const hostPort = number(port, 'hostPort');
      if (hostPort === 0) continue;
      const key = `${text(port, 'protocol')}/${text(port, 'hostIP')}/${hostPort}`;
      if (taken.has(key)) report.duplicate(at.index(index).field('ports').index(position).field('hostPort'), key);
      taken.add(key);
    }
  }
}

/** What holds for every container, whenever it runs. */
export function checkContainer(report: Report, container: JsonObject, pod: PodContext, at: At): void {
  const name = text(container, 'name');
  if (name === '') report.required(at.field('name'));
  else report.complain(at.field('name'), name, dns1123LabelFaults(name));
  if (text(container, 'image') === '') report.required(at.field('image'));
  const messages = text(container, 'terminationMessagePolicy');
  report.requiredOneOf(at.field('terminationMessagePolicy'), messages, ['File', 'FallbackToLogsOnError']);
  checkPorts(report, structs(container, 'ports'), at.field('ports'));
  checkEnvironment(report, structs(container, 'env'), at.field('env'));
  checkEnvironmentSources(report, structs(container, 'envFrom'), at.field('envFrom'));
  checkMounts(report, container, pod.volumes, at);
  report.requiredOneOf(at.field('imagePullPolicy'), text(container, 'imagePullPolicy'), PULL_POLICIES);
  checkContainerResources(report, struct(container, 'resources'), pod.claims, at.field('resources'));
  checkResizePolicies(report, structs(container, 'resizePolicy'), pod, at.field('resizePolicy'));
  checkContainerSecurity(report, maybe(container, 'securityContext'), pod.usesHostUsers, at.field('securityContext'));
}

function checkPorts(report: Report, ports: readonly JsonObject[], at: At): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const here = at.index(index);
    const name = text(port, 'name');
    if (name !== '') {
      const complaints = portNameComplaints(name);
      report.complain(here.field('name'), name, complaints);
      if (complaints.length === 0) {
        if (names.has(name)) report.duplicate(here.field('name'), name);
        names.add(name);
      }
    }
    const number_ = number(port, 'containerPort');
    if (number_ === 0) report.required(here.field('containerPort'));
    else report.complain(here.field('containerPort'), number_, portNumberComplaints(number_));
    const host = number(port, 'hostPort');
    if (host !== 0) report.complain(here.field('hostPort'), host, portNumberComplaints(host));
    report.requiredOneOf(here.field('protocol'), text(port, 'protocol'), PROTOCOLS);
  }
}

function checkEnvironment(report: Report, variables: readonly JsonObject[], at: At): void {
  for (const [index, variable] of variables.entries()) {
    const here = at.index(index);
    const name = text(variable, 'name');
    if (name === '') report.required(here.field('name'));
    else report.complain(here.field('name'), name, environmentNameComplaints(name));
    const source = maybe(variable, 'valueFrom');
    if (source) checkValueSource(report, source, text(variable, 'value'), here.field('valueFrom'));
  }
}

function checkValueSource(report: Report, source: JsonObject, value: string, at: At): void {
  const field = maybe(source, 'fieldRef');
  const resource = maybe(source, 'resourceFieldRef');
  if (field) checkFieldReference(report, field, false, at.field('fieldRef'));
  if (resource) checkResourceReference(report, resource, false, at.field('resourceFieldRef'));
  for (const kind of ['configMapKeyRef', 'secretKeyRef']) {
    const reference = maybe(source, kind);
    if (reference) checkKeyReference(report, reference, at.field(kind));
  }
  const file = maybe(source, 'fileKeyRef');
  if (file) checkFileReference(report, file, at.field('fileKeyRef'));
  const count = Object.keys(source).length;
  if (count === 0) {
    const choice = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    report.invalid(at, '', `must specify one of: ${choice}`);
  } else if (value !== '') report.invalid(at, '', 'may not be specified when `value` is not empty');
  else if (count > 1) report.invalid(at, '', 'may not have more than one field specified at a time');
}

function checkKeyReference(report: Report, reference: JsonObject, at: At): void {
  const name = text(reference, 'name');
  const key = text(reference, 'key');
  report.complain(at.field('name'), name, dns1123SubdomainFaults(name));
  if (key === '') report.required(at.field('key'));
  else report.complain(at.field('key'), key, configKeyComplaints(key));
}

function checkFileReference(report: Report, reference: JsonObject, at: At): void {
  const key = text(reference, 'key');
  const volume = text(reference, 'volumeName');
  const path = text(reference, 'path');
  if (key === '') report.required(at.field('key'));
  else report.complain(at.field('key'), key, environmentNameComplaints(key));
  if (volume === '') report.required(at.field('volumeName'));
  else report.complain(at.field('volumeName'), volume, dns1123LabelFaults(volume));
  if (path === '') report.required(at.field('path'));
  else checkNoBacksteps(report, path, at.field('path'));
}

function checkEnvironmentSources(report: Report, sources: readonly JsonObject[], at: At): void {
  for (const [index, source] of sources.entries()) {
    const here = at.index(index);
    const prefix = text(source, 'prefix');
    if (prefix !== '') report.complain(here.field('prefix'), prefix, environmentNameComplaints(prefix));
    const kinds = ['configMapRef', 'secretRef'].filter((kind) => has(source, kind));
    for (const kind of kinds) {
      const name = text(struct(source, kind), 'name');
      if (name === '') report.required(here.field(kind).field('name'));
      else report.complain(here.field(kind).field('name'), name, dns1123SubdomainFaults(name.replace(/-$/, 'a')));
    }
    if (kinds.length === 0) report.invalid(at, '', 'must specify one of: `configMapRef` or `secretRef`');
    else if (kinds.length > 1) report.invalid(at, '', 'may not have more than one field specified at a time');
  }
}

function checkResizePolicies(report: Report, policies: readonly JsonObject[], pod: PodContext, at: At): void {
  const seen = new Set<string>();
  for (const [index, policy] of policies.entries()) {
    const resource = text(policy, 'resourceName');
    const restart = text(policy, 'restartPolicy');
    if (seen.has(resource)) report.duplicate(at.index(index), resource);
    seen.add(resource);
    report.requiredOneOf(at, resource, ['cpu', 'memory']);
    report.requiredOneOf(at, restart, ['NotRequired', 'RestartContainer']);
    if (pod.restartPolicy === 'Never' && restart !== 'NotRequired') {
      report.invalid(at, restart, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
    }
  }
}
