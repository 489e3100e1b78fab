import { join } from 'node:path';
import { stringify } from 'yaml';

/** Where the parts of one control plane meet. */
export interface Layout {
  readonly folder: string;
  readonly apiServerPort: number;
  readonly etcdPort: number;
  readonly etcdPeerPort: number;
}

/** Files in the folder, by what they hold. */
export const files = {
  authorityCertificate: 'ca.crt',
  authorityKey: 'ca.key',
  servingCertificate: 'apiserver.crt',
  servingKey: 'apiserver.key',
  serviceAccountKey: 'service-account.key',
  auditPolicy: 'audit-policy.yaml',
  auditLog: 'audit.log',
  adminKubeconfig: 'admin.kubeconfig',
  controllerManagerKubeconfig: 'kube-controller-manager.kubeconfig',
  schedulerKubeconfig: 'kube-scheduler.kubeconfig',
} as const;

/**
 * Every request of a user once it has arrived and once it is answered, without bodies. What the control
 * plane says to itself and health probes are left out. Arrival is written before the request is
 * handled, so a client that has an answer finds its request in the log.
 */
const everyRequest: AuditPolicy = {
  rules: [
    { level: 'None', users: ['system:apiserver', 'system:kube-controller-manager', 'system:kube-scheduler'] },
    { level: 'None', userGroups: ['system:serviceaccounts:kube-system'] },
    { level: 'None', nonResourceURLs: ['/healthz*', '/livez*', '/readyz*'] },
    { level: 'Metadata' },
  ],
};

/** Which requests are written down, and how much of them: a Policy of audit.k8s.io/v1 without its kind. */
export interface AuditPolicy {
  readonly omitStages?: readonly string[];
  readonly rules: readonly object[];
}

export const auditPolicyFile = (policy: AuditPolicy = everyRequest): string =>
  stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', ...policy });

export function etcdArguments({ folder, etcdPort, etcdPeerPort }: Layout): string[] {
  const client = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${etcdPeerPort}`;
  return [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    // The state need not survive the machine.
    '--unsafe-no-fsync',
    '--log-level=warn',
    // The API server's bookmarks stand on these; etcd's default is ten minutes.
    '--watch-progress-notify-interval=5s',
  ];
}

export interface ApiServerOptions {
  /** Without a controller manager nothing makes service accounts, and pods must do without. */
  readonly hasServiceAccounts: boolean;
  readonly extraArguments: readonly string[];
}

export function apiServerArguments({ folder, apiServerPort, etcdPort }: Layout, options: ApiServerOptions): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${apiServerPort}`,
    // Nobody reaches the server through its Service, and a loopback address may not be an endpoint.
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    `--tls-cert-file=${join(folder, files.servingCertificate)}`,
    `--tls-private-key-file=${join(folder, files.servingKey)}`,
    `--client-ca-file=${join(folder, files.authorityCertificate)}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${join(folder, files.serviceAccountKey)}`,
    `--service-account-signing-key-file=${join(folder, files.serviceAccountKey)}`,
    '--service-cluster-ip-range=10.96.0.0/16',
    '--authorization-mode=Node,RBAC',
    '--allow-privileged=true',
    `--audit-policy-file=${join(folder, files.auditPolicy)}`,
    `--audit-log-path=${join(folder, files.auditLog)}`,
    // One file, whatever a benchmark sends: a rotated log would lose the first requests.
    '--audit-log-maxsize=100000',
    '--profiling=false',
    ...(options.hasServiceAccounts ? [] : ['--disable-admission-plugins=ServiceAccount']),
    ...options.extraArguments,
  ];
}

export function controllerManagerArguments({ folder }: Layout): string[] {
  return [
    `--kubeconfig=${join(folder, files.controllerManagerKubeconfig)}`,
    '--use-service-account-credentials',
    `--service-account-private-key-file=${join(folder, files.serviceAccountKey)}`,
    `--root-ca-file=${join(folder, files.authorityCertificate)}`,
    `--cluster-signing-cert-file=${join(folder, files.authorityCertificate)}`,
    `--cluster-signing-key-file=${join(folder, files.authorityKey)}`,
    ...alone,
    // The default of 20 requests a second makes a test with a hundred pods wait for nothing.
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
  ];
}

export function schedulerArguments({ folder }: Layout): string[] {
  return [
    `--kubeconfig=${join(folder, files.schedulerKubeconfig)}`,
    ...alone,
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
  ];
}

/** There is one of each, so none waits for a lease; and nobody scrapes them, so they need no port. */
const alone = ['--leader-elect=false', '--secure-port=0'];
