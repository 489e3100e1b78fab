import type { PodSecurityContext, SecurityContext } from 'kubernetes-types/core/v1.js';
import type { Draft } from '../manifests/index.ts';
import type { ContainerPort, Security } from '../model/index.ts';
import { checkWhole, MANY, quote, type Report } from '../report/index.ts';

const DEFAULT_ID = 1001;
const LOWEST_FREE_PORT = 1024;
const BIND = 'NET_BIND_SERVICE';

/** What each standard lets a container add; the last lets everything. */
const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  restricted: [BIND],
  baseline: [
    'AUDIT_WRITE',
    'CHOWN',
    'DAC_OVERRIDE',
    'FOWNER',
    'FSETID',
    'KILL',
    'MKNOD',
    BIND,
    'SETFCAP',
    'SETGID',
    'SETPCAP',
    'SETUID',
    'SYS_CHROOT',
  ],
};

export function podSecurity(security: Security = {}): Draft<PodSecurityContext> {
  const { runAsUser = DEFAULT_ID, runAsGroup = DEFAULT_ID, fsGroup = DEFAULT_ID } = security;
  return {
    runAsNonRoot: runAsUser !== 0,
    runAsUser,
    runAsGroup,
    fsGroup,
    seccompProfile: { type: 'RuntimeDefault' },
  };
}

export function containerSecurity(
  security: Security = {},
  ports: readonly ContainerPort[] = [],
): Draft<SecurityContext> {
  const { capabilities = [], privileged = false, readOnlyRootFilesystem = true } = security;
  const added = new Set(capabilities);
  if (ports.some(({ port }) => port < LOWEST_FREE_PORT)) added.add(BIND);
  return {
    // The API refuses a privileged container that may not gain privileges.
    allowPrivilegeEscalation: privileged,
    privileged: privileged || undefined,
    readOnlyRootFilesystem,
    capabilities: { drop: ['ALL'], add: added.size > 0 ? [...added].toSorted() : undefined },
  };
}

/** A pod that leaves the restricted standard has to say so by naming another. */
export function checkSecurity(security: Security = {}, field: string, report: Report): void {
  const { standard = 'restricted' } = security;
  const tell = (at: string, message: string): void => report('WORKLOAD_SECURITY', `${field}.${at}`, message);
  for (const id of ['runAsUser', 'runAsGroup', 'fsGroup'] as const) {
    checkWhole(security[id], [0, MANY], id, tell);
    if (standard === 'restricted' && security[id] === 0)
      tell(id, 'is 0, which is root; give another id, or set standard to "baseline" if it has to be');
  }
  const allowed = CAPABILITIES[standard];
  for (const capability of security.capabilities ?? []) {
    if (allowed !== undefined && !allowed.includes(capability))
      tell('capabilities', `holds ${quote(capability)}; the standard "${standard}" admits ${allowed.join(', ')}`);
  }
  if (security.privileged === true && standard !== 'privileged')
    tell('privileged', `is true, which the standard "${standard}" does not admit; set standard to "privileged"`);
}
