import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import { idComplaints } from './formats.ts';
import { checkDescendingPath } from './paths.ts';
import type { Report } from './report.ts';
import { has, maybe, maybeNumber, numbers, structs, text, texts } from './values.ts';

const PROFILES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function checkId(report: Report, context: JsonObject, name: string, at: At): void {
  const id = maybeNumber(context, name);
  if (id !== undefined) report.complain(at.field(name), id, idComplaints(id));
}

function checkSeccomp(report: Report, profile: JsonObject | undefined, at: At): void {
  if (!profile) return;
  const type = text(profile, 'type');
  report.requiredOneOf(at.field('type'), type, PROFILES, 'type is required when seccompProfile is set');
  const local = profile['localhostProfile'];
  const atLocal = at.field('localhostProfile');
  if (type === 'Localhost') {
    if (typeof local !== 'string') report.required(atLocal, 'must be set when seccomp type is Localhost');
    else checkDescendingPath(report, local, atLocal);
  } else if (local !== undefined) {
    const shown = { Type: type, LocalhostProfile: local };
    report.invalid(atLocal, shown, 'can only be set when seccomp type is Localhost');
  }
}

function checkAppArmor(report: Report, profile: JsonObject | undefined, at: At): void {
  if (!profile) return;
  const type = text(profile, 'type');
  const local = profile['localhostProfile'];
  const atLocal = at.field('localhostProfile');
  if (type === 'Localhost') {
    if (typeof local !== 'string' || local.trim() === '') {
      if (typeof local === 'string' && local !== '')
        report.invalid(atLocal, local, 'must not be padded with whitespace');
      else report.required(atLocal, 'must be set when AppArmor type is Localhost');
    } else if (local.trim() !== local) report.invalid(atLocal, local, 'must not be padded with whitespace');
  } else if (PROFILES.includes(type)) {
    if (local !== undefined) report.invalid(atLocal, local, 'can only be set when AppArmor type is Localhost');
  } else report.requiredOneOf(at.field('type'), type, PROFILES, 'type is required when appArmorProfile is set');
}

/** A container's context as the server prints it: its own type has no names for JSON. */
function shown(context: JsonObject): JsonObject {
  const capabilities = maybe(context, 'capabilities');
  const kept = (name: string) => context[name] ?? null;
  return {
    Capabilities: capabilities ? { Add: capabilities['add'] ?? null, Drop: capabilities['drop'] ?? null } : null,
    Privileged: kept('privileged'),
    SELinuxOptions: kept('seLinuxOptions'),
    WindowsOptions: kept('windowsOptions'),
    RunAsUser: kept('runAsUser'),
    RunAsGroup: kept('runAsGroup'),
    RunAsNonRoot: kept('runAsNonRoot'),
    ReadOnlyRootFilesystem: kept('readOnlyRootFilesystem'),
    AllowPrivilegeEscalation: kept('allowPrivilegeEscalation'),
    ProcMount: kept('procMount'),
    SeccompProfile: kept('seccompProfile'),
    AppArmorProfile: kept('appArmorProfile'),
  };
}

export function checkContainerSecurity(
  report: Report,
  context: JsonObject | undefined,
  usesHostUsers: boolean,
  at: At,
): void {
  if (!context) return;
  checkId(report, context, 'runAsUser', at);
  checkId(report, context, 'runAsGroup', at);
  if (has(context, 'procMount')) {
    const mount = text(context, 'procMount');
    report.oneOf(at.field('procMount'), mount, ['Default', 'Unmasked']);
    if (usesHostUsers && mount === 'Unmasked') {
      report.invalid(at.field('procMount'), mount, '`hostUsers` must be false to use `Unmasked`');
    }
  }
  checkSeccomp(report, maybe(context, 'seccompProfile'), at.field('seccompProfile'));
  if (context['allowPrivilegeEscalation'] === false) {
    const start = 'cannot set `allowPrivilegeEscalation` to false and';
    if (context['privileged'] === true) report.invalid(at, shown(context), `${start} \`privileged\` to true`);
    if (texts(maybe(context, 'capabilities') ?? {}, 'add').includes('CAP_SYS_ADMIN')) {
      report.invalid(at, shown(context), `${start} \`capabilities.Add\` CAP_SYS_ADMIN`);
    }
  }
  checkAppArmor(report, maybe(context, 'appArmorProfile'), at.field('appArmorProfile'));
}

const SYSCTL = '([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const sysctlPattern = new RegExp(`^${SYSCTL}$`);

function checkSysctls(report: Report, sysctls: readonly JsonObject[], spec: JsonObject, at: At): void {
  const seen = new Set<string>();
  for (const [index, sysctl] of sysctls.entries()) {
    const name = text(sysctl, 'name');
    const here = at.index(index).field('name');
    if (name === '') report.required(here);
    else if (name.length > 253 || !sysctlPattern.test(name)) {
      report.invalid(here, name, `must have at most 253 characters and match regex ^${SYSCTL}$`);
    } else if (seen.has(name)) report.duplicate(here, name);
    if (spec['hostNetwork'] === true && /^net[./]/.test(name)) {
      report.invalid(here, name, "may not be specified when 'hostNetwork' is true");
    } else if (spec['hostIPC'] === true && /^(kernel[./](shm|msg|sem)|fs[./]mqueue[./])/.test(name)) {
      report.invalid(here, name, "may not be specified when 'hostIPC' is true");
    }
    seen.add(name);
  }
}

export function checkPodSecurity(report: Report, context: JsonObject | undefined, spec: JsonObject, at: At): void {
  if (!context) return;
  for (const name of ['fsGroup', 'runAsUser', 'runAsGroup']) checkId(report, context, name, at);
  for (const [index, group] of numbers(context, 'supplementalGroups').entries()) {
    report.complain(at.field('supplementalGroups').index(index), group, idComplaints(group));
  }
  if (spec['shareProcessNamespace'] === true && spec['hostPID'] === true) {
    const why = 'ShareProcessNamespace and HostPID cannot both be enabled';
    report.invalid(at.field('shareProcessNamespace'), true, why);
  }
  checkSysctls(report, structs(context, 'sysctls'), spec, at.field('sysctls'));
  const choices = [
    ['fsGroupChangePolicy', ['Always', 'OnRootMismatch']],
    ['supplementalGroupsPolicy', ['Merge', 'Strict']],
    ['seLinuxChangePolicy', ['MountOption', 'Recursive']],
  ] as const;
  const choose = ([name, allowed]: (typeof choices)[number]): void => {
    if (has(context, name)) report.oneOf(at.field(name), text(context, name), allowed);
  };
  choose(choices[0]);
  checkSeccomp(report, maybe(context, 'seccompProfile'), at.field('seccompProfile'));
  checkAppArmor(report, maybe(context, 'appArmorProfile'), at.field('appArmorProfile'));
  choose(choices[1]);
  choose(choices[2]);
}
