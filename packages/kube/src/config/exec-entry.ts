import { isAbsolute, join } from 'node:path';
import type { ExecConfig } from './cluster-config.ts';
import type { Fields } from './fields.ts';
import type { KubeconfigEntry } from './kubeconfig.ts';

const GROUP = 'client.authentication.k8s.io';
const MODES = ['Never', 'IfAvailable', 'Always'] as const;

/** `users[].user.exec`, as clientcmd reads it. */
export function readExec(exec: Fields, folder: string, cluster: KubeconfigEntry): ExecConfig {
  const apiVersion = exec.requiredText('apiVersion');
  if (apiVersion !== `${GROUP}/v1` && apiVersion !== `${GROUP}/v1beta1`) {
    throw exec.wrong('apiVersion', `must be ${GROUP}/v1 or ${GROUP}/v1beta1; update the plugin and its entry`);
  }
  const mode = exec.text('interactiveMode') ?? (apiVersion === `${GROUP}/v1beta1` ? 'IfAvailable' : '');
  const interactiveMode = MODES.find((known) => known === mode);
  if (!interactiveMode) throw exec.wrong('interactiveMode', `must be one of ${MODES.join(', ')}`);
  const installHint = exec.text('installHint');
  return {
    apiVersion,
    command: commandPath(exec.requiredText('command'), folder),
    args: exec.texts('args'),
    env: Object.fromEntries(exec.items('env').map((item) => [item.requiredText('name'), item.text('value') ?? ''])),
    interactiveMode,
    ...(exec.flag('provideClusterInfo') && { cluster: clusterInfo(cluster.fields) }),
    ...(installHint !== undefined && { installHint }),
  };
}

/** A bare name is looked up in PATH; a relative path starts at the kubeconfig's folder. */
function commandPath(command: string, folder: string): string {
  return isAbsolute(command) || !/[/\\]/.test(command) ? command : join(folder, command);
}

/** `spec.cluster` of an ExecCredential: the entry's own fields, and `config` from its extension. */
function clusterInfo(cluster: Fields): Readonly<Record<string, unknown>> {
  const passedOn = [
    'server',
    'tls-server-name',
    'insecure-skip-tls-verify',
    'certificate-authority-data',
    'proxy-url',
    'disable-compression',
  ];
  const extension = cluster.items('extensions').find((item) => item.text('name') === `${GROUP}/exec`);
  const fields = passedOn.filter((name) => cluster.has(name)).map((name) => [name, cluster.raw(name)]);
  return Object.fromEntries(extension ? [...fields, ['config', extension.raw('extension')]] : fields);
}
