import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EnsureOptions, ensureTool } from '../binaries/index.ts';
import { Guard, withFreePorts } from '../processes/index.ts';
import {
  type AuditPolicy,
  apiServerArguments,
  auditPolicyFile,
  controllerManagerArguments,
  etcdArguments,
  files,
  type Layout,
  schedulerArguments,
} from './components.ts';
import { type Credentials, clientKubeconfig, createCredentials } from './credentials.ts';
import { compactEtcd } from './etcd.ts';
import { createStateFolder } from './folder.ts';
import { type Answer, ask } from './http.ts';

export interface ControlPlaneOptions extends EnsureOptions {
  /** Runs kube-controller-manager: Deployments make pods, garbage is collected, namespaces end. @default true */
  readonly controllerManager?: boolean;
  /** @default true */
  readonly scheduler?: boolean;
  /** @default every request of a user, without bodies */
  readonly auditPolicy?: AuditPolicy;
  /** Flags for kube-apiserver; they win over those set here. */
  readonly apiServerArguments?: readonly string[];
  /**
   * How long each start may take, in milliseconds.
   * @default 120_000
   *
   * Ready in 3 s on an idle machine; this is for one that compiles and runs ten suites meanwhile.
   */
  readonly startTimeoutMs?: number;
}

export interface ControlPlane {
  readonly url: string;
  /** Holds logs (`<process>.log`), the audit log and kubeconfigs. Gone after `stop`. */
  readonly folder: string;
  /** Kubeconfig (YAML) of a member of system:masters. */
  readonly kubeconfig: string;
  readonly kubeconfigPath: string;
  readonly auditLogPath: string;
  /** Kubeconfig (YAML) of a user by client certificate. RBAC gives a new user no rights. */
  kubeconfigFor(user: string, groups?: readonly string[]): string;
  /** SIGKILL for kube-apiserver, then the same again: same address, same state. */
  restart(): Promise<void>;
  /**
   * Makes watches and lists from earlier resource versions 410. The API server is restarted on the way:
   * its watch cache remembers what etcd has forgotten.
   */
  compact(): Promise<void>;
  /** Ends every process and removes the folder. Safe to call twice. */
  stop(): Promise<void>;
}

/** @throws ToolError `TOOLS_GO_MISSING` where the executables have to be built and there is no Go. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  return await withFreePorts(3, (ports) => start(options, ports as [number, number, number]));
}

async function start(
  options: ControlPlaneOptions,
  [apiServerPort, etcdPort, etcdPeerPort]: readonly [number, number, number],
): Promise<ControlPlane> {
  const { controllerManager = true, scheduler = true, startTimeoutMs = 120_000 } = options;
  const commands = {
    etcd: await ensureTool('etcd', options),
    apiServer: await ensureTool('kube-apiserver', options),
    controllerManager: controllerManager && (await ensureTool('kube-controller-manager', options)),
    scheduler: scheduler && (await ensureTool('kube-scheduler', options)),
  };
  const layout: Layout = { folder: await createStateFolder(), apiServerPort, etcdPort, etcdPeerPort };
  const url = `https://127.0.0.1:${apiServerPort}`;
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const credentials = createCredentials();
  const kubeconfig = clientKubeconfig(credentials, url, 'admin', ['system:masters']);
  const get = prober(url, credentials);
  const guard = new Guard(layout.folder);

  const deadline = (): AbortSignal => {
    const timeout = AbortSignal.timeout(startTimeoutMs);
    return options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  };
  const startApiServer = async (): Promise<void> => {
    const apiServer = { hasServiceAccounts: controllerManager, extraArguments: options.apiServerArguments ?? [] };
    const args = apiServerArguments(layout, apiServer);
    guard.start({ name: 'kube-apiserver', command: commands.apiServer.path, args });
    await guard.untilReady('kube-apiserver', async () => (await get('/readyz'))?.status === 200, deadline());
  };

  try {
    await writeFiles(layout.folder, credentials, { url, kubeconfig, policy: options.auditPolicy });
    guard.start({ name: 'etcd', command: commands.etcd.path, args: etcdArguments(layout) });
    await startApiServer();
    if (commands.scheduler) {
      guard.start({ name: 'kube-scheduler', command: commands.scheduler.path, args: schedulerArguments(layout) });
    }
    if (commands.controllerManager) {
      const name = 'kube-controller-manager';
      guard.start({ name, command: commands.controllerManager.path, args: controllerManagerArguments(layout) });
      // The first thing that every pod needs of it: no pod is admitted without a service account.
      const account = '/api/v1/namespaces/default/serviceaccounts/default';
      await guard.untilReady(name, async () => (await get(account))?.status === 200, deadline());
    }
  } catch (error) {
    await guard.end();
    throw error;
  }

  return {
    url,
    folder: layout.folder,
    kubeconfig,
    kubeconfigPath: join(layout.folder, files.adminKubeconfig),
    auditLogPath: join(layout.folder, files.auditLog),
    kubeconfigFor: (user, groups) => clientKubeconfig(credentials, url, user, groups),
    async restart() {
      await guard.kill('kube-apiserver', deadline());
      await startApiServer();
    },
    async compact() {
      await guard.kill('kube-apiserver', deadline());
      await compactEtcd(etcdUrl);
      await startApiServer();
    },
    stop: () => guard.end(),
  };
}

/** Asks the API server with every right, under a name that the audit log leaves out. */
function prober(url: string, { authority }: Credentials): (path: string) => Promise<Answer | undefined> {
  const { certPem: cert, keyPem: key } = authority.issueClient({
    user: 'system:apiserver',
    groups: ['system:masters'],
  });
  return (path) => ask(`${url}${path}`, { tls: { ca: authority.certPem, cert, key } });
}

async function writeFiles(
  folder: string,
  credentials: Credentials,
  { url, kubeconfig, policy }: { url: string; kubeconfig: string; policy: AuditPolicy | undefined },
): Promise<void> {
  const { authority, serving, serviceAccountKeyPem } = credentials;
  const contents: Record<string, string> = {
    [files.authorityCertificate]: authority.certPem,
    [files.authorityKey]: authority.keyPem,
    [files.servingCertificate]: serving.certPem,
    [files.servingKey]: serving.keyPem,
    [files.serviceAccountKey]: serviceAccountKeyPem,
    [files.auditPolicy]: auditPolicyFile(policy),
    [files.auditLog]: '',
    [files.adminKubeconfig]: kubeconfig,
    [files.controllerManagerKubeconfig]: clientKubeconfig(credentials, url, 'system:kube-controller-manager'),
    [files.schedulerKubeconfig]: clientKubeconfig(credentials, url, 'system:kube-scheduler'),
  };
  await mkdir(join(folder, 'etcd'), { mode: 0o700 });
  for (const [name, text] of Object.entries(contents)) await writeFile(join(folder, name), text, { mode: 0o600 });
}
