import { objectsAt } from '../../admitted/index.ts';
import { type JsonObject, textAt } from '../../objects/index.ts';
import type { Check } from './levels.ts';
import { badSeccompSetters } from './seccomp.ts';
import {
  containers,
  containersOf,
  containersWhere,
  contextAt,
  contextObject,
  hasOwnUsers,
  plural,
  quoted,
  type Subject,
  setters,
  sorted,
  type Violation,
} from './subject.ts';

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const PROFILES = new Set(['RuntimeDefault', 'Localhost']);

function appArmorProfile(subject: Subject): Violation | undefined {
  const typeOf = (owner: JsonObject): string | undefined => {
    const profile = contextObject(owner, 'appArmorProfile');
    return profile && textAt(profile, 'type');
  };
  const isBad = (owner: JsonObject): boolean => {
    const type = typeOf(owner);
    return type !== undefined && !PROFILES.has(type);
  };
  const annotations = Object.entries(subject.annotations)
    .filter(([key, value]) => key.startsWith(APP_ARMOR) && !/^$|^runtime\/default$|^localhost\//.test(value))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .sort();
  const values = [subject.spec, ...containersOf(subject)].filter(isBad).map((owner) => typeOf(owner) ?? '');
  const bad = [...sorted(values), ...annotations];
  const who = [
    setters(subject, isBad),
    ...(annotations.length > 0 ? [plural('annotation', 'annotations', annotations)] : []),
  ]
    .filter(Boolean)
    .join(' and ');
  if (who === '') return undefined;
  return {
    reason: plural('forbidden AppArmor profile', 'forbidden AppArmor profiles', bad),
    detail: `${who} must not set AppArmor profile type to ${quoted(bad)}`,
  };
}

const CAPABILITIES = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(
    ' ',
  ),
);

export function addedCapabilities(container: JsonObject): string[] {
  const added = contextAt(container, 'capabilities', 'add');
  return Array.isArray(added) ? added.map(String) : [];
}

function capabilitiesBaseline(subject: Subject): Violation | undefined {
  const strange = (container: JsonObject) => addedCapabilities(container).filter((one) => !CAPABILITIES.has(one));
  const names = containersWhere(subject, (container) => strange(container).length > 0);
  if (names.length === 0) return undefined;
  const all = quoted(sorted(containersOf(subject).flatMap(strange)));
  return {
    reason: 'non-default capabilities',
    detail: `${containers(names)} must not include ${all} in securityContext.capabilities.add`,
  };
}

function hostNamespaces({ spec }: Subject): Violation | undefined {
  const shared = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => spec[field] === true);
  if (shared.length === 0) return undefined;
  return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') };
}

function hostPathVolumes({ spec }: Subject): Violation | undefined {
  const names = objectsAt(spec, 'volumes')
    .filter((volume) => volume['hostPath'])
    .map((volume) => textAt(volume, 'name'));
  if (names.length === 0) return undefined;
  return { reason: 'hostPath volumes', detail: `${plural('volume', 'volumes', names)} ${quoted(names)}` };
}

function hostPorts(subject: Subject): Violation | undefined {
  const portsOf = (container: JsonObject): string[] =>
    objectsAt(container, 'ports').flatMap(({ hostPort }) =>
      typeof hostPort === 'number' && hostPort !== 0 ? [`${hostPort}`] : [],
    );
  const names = containersWhere(subject, (container) => portsOf(container).length > 0);
  if (names.length === 0) return undefined;
  const ports = sorted(containersOf(subject).flatMap(portsOf));
  const what = `${plural('hostPort', 'hostPorts', ports)} ${ports.join(', ')}`;
  return { reason: 'hostPort', detail: `${containers(names)} ${plural('uses', 'use', names)} ${what}` };
}

const HANDLERS = [
  ['livenessProbe'],
  ['readinessProbe'],
  ['startupProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
];

function hostProbesAndHostLifecycle(subject: Subject): Violation | undefined {
  const hostsOf = (container: JsonObject): string[] =>
    HANDLERS.flatMap((path) => ['httpGet', 'tcpSocket'].map((kind) => textAt(container, ...path, kind, 'host'))).filter(
      Boolean,
    );
  const names = sorted(containersWhere(subject, (container) => hostsOf(container).length > 0));
  if (names.length === 0) return undefined;
  const hosts = sorted(containersOf(subject).flatMap(hostsOf));
  const what = `${plural('probe or lifecycle host', 'probe or lifecycle hosts', hosts)} ${quoted(hosts)}`;
  return { reason: 'probe or lifecycle host', detail: `${containers(names)} ${plural('uses', 'use', names)} ${what}` };
}

function privileged(subject: Subject): Violation | undefined {
  const names = containersWhere(subject, (container) => contextAt(container, 'privileged') === true);
  if (names.length === 0) return undefined;
  return { reason: 'privileged', detail: `${containers(names)} must not set securityContext.privileged=true` };
}

export function procMount(subject: Subject): Violation | undefined {
  const typeOf = (container: JsonObject) => textAt(container, 'securityContext', 'procMount') || 'Default';
  const names = containersWhere(subject, (container) => typeOf(container) !== 'Default');
  if (names.length === 0) return undefined;
  const types = sorted(containersOf(subject).map(typeOf)).filter((type) => type !== 'Default');
  return {
    reason: 'procMount',
    detail: `${containers(names)} must not set securityContext.procMount to ${quoted(types)}`,
  };
}

const SELINUX_TYPES = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

function seLinuxOptions(subject: Subject, allowed: readonly string[]): Violation | undefined {
  const optionsOf = (owner: JsonObject): JsonObject => contextObject(owner, 'seLinuxOptions') ?? {};
  const hasBadType = (owner: JsonObject) => !allowed.includes(textAt(optionsOf(owner), 'type'));
  const has = (field: string) => (owner: JsonObject) => textAt(optionsOf(owner), field) !== '';
  const who = setters(subject, (owner) => hasBadType(owner) || has('user')(owner) || has('role')(owner));
  if (who === '') return undefined;
  const owners = [subject.spec, ...containersOf(subject)];
  const types = sorted(owners.filter(hasBadType).map((owner) => textAt(optionsOf(owner), 'type')));
  const what = [
    ...(types.length > 0 ? [`${plural('type', 'types', types)} ${quoted(types)}`] : []),
    ...(owners.some(has('user')) ? ['user may not be set'] : []),
    ...(owners.some(has('role')) ? ['role may not be set'] : []),
  ];
  return {
    reason: 'seLinuxOptions',
    detail: `${who} set forbidden securityContext.seLinuxOptions: ${what.join('; ')}`,
  };
}

function seccompAnnotations({ annotations, spec }: Subject): Violation | undefined {
  const names = containersOf({ annotations, spec }).map((container) => textAt(container, 'name'));
  const keys = [
    'seccomp.security.alpha.kubernetes.io/pod',
    ...names.map((name) => `container.seccomp.security.alpha.kubernetes.io/${name}`),
  ];
  const bad = sorted(
    keys.flatMap((key) => {
      const value = annotations[key];
      if (value === undefined || /^(runtime|docker)\/default$|^localhost\//.test(value)) return [];
      return [`${key}=${JSON.stringify(value)}`];
    }),
  );
  if (bad.length === 0) return undefined;
  const what = plural('annotation', 'annotations', bad);
  return { reason: 'seccompProfile', detail: `forbidden ${what} ${bad.join(', ')}` };
}

const SYSCTLS = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const SYSCTLS_27 = [...SYSCTLS, 'net.ipv4.ip_local_reserved_ports'];
const SYSCTLS_29 = [
  ...SYSCTLS_27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const SYSCTLS_32 = [...SYSCTLS_29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];

const sysctls =
  (allowed: readonly string[]) =>
  ({ spec }: Subject): Violation | undefined => {
    const names = objectsAt(spec, 'securityContext', 'sysctls').map((sysctl) => textAt(sysctl, 'name'));
    const bad = names.filter((name) => !allowed.includes(name));
    return bad.length > 0 ? { reason: 'forbidden sysctls', detail: bad.join(', ') } : undefined;
  };

function windowsHostProcess(subject: Subject): Violation | undefined {
  const who = setters(subject, (owner) => contextAt(owner, 'windowsOptions', 'hostProcess') === true);
  if (who === '') return undefined;
  return {
    reason: 'hostProcess',
    detail: `${who} must not set securityContext.windowsOptions.hostProcess=true`,
  };
}

/** In the order in which violations are reported. */
export const BASELINE: readonly Check[] = [
  { id: 'appArmorProfile', versions: [{ since: 0, check: appArmorProfile }] },
  { id: 'capabilities_baseline', versions: [{ since: 0, check: capabilitiesBaseline }] },
  { id: 'hostNamespaces', versions: [{ since: 0, check: hostNamespaces }] },
  { id: 'hostPathVolumes', versions: [{ since: 0, check: hostPathVolumes }] },
  { id: 'hostPorts', versions: [{ since: 0, check: hostPorts }] },
  { id: 'hostProbesAndHostLifecycle', versions: [{ since: 34, check: hostProbesAndHostLifecycle }] },
  { id: 'privileged', versions: [{ since: 0, check: privileged }] },
  {
    id: 'procMount',
    versions: [
      { since: 0, check: procMount },
      { since: 35, check: (subject) => (hasOwnUsers(subject) ? undefined : procMount(subject)) },
    ],
  },
  {
    id: 'seLinuxOptions',
    versions: [
      { since: 0, check: (subject) => seLinuxOptions(subject, SELINUX_TYPES) },
      { since: 31, check: (subject) => seLinuxOptions(subject, [...SELINUX_TYPES, 'container_engine_t']) },
    ],
  },
  {
    id: 'seccompProfile_baseline',
    versions: [
      { since: 0, check: seccompAnnotations },
      { since: 19, check: badSeccompSetters },
    ],
  },
  {
    id: 'sysctls',
    versions: [
      { since: 0, check: sysctls(SYSCTLS) },
      { since: 27, check: sysctls(SYSCTLS_27) },
      { since: 29, check: sysctls(SYSCTLS_29) },
      { since: 32, check: sysctls(SYSCTLS_32) },
    ],
  },
  { id: 'windowsHostProcess', versions: [{ since: 0, check: windowsHostProcess }] },
];
