import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CallFolder } from './folders.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What helm is let see of this process's environment: how to reach the network, and nothing that configures helm. */
const ALLOWED = [
  'PATH',
  'LANG',
  'LC_ALL',
  'TZ',
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'KUBERNETES_SERVICE_HOST',
  'KUBERNETES_SERVICE_PORT',
];

/** The environment of one call: every home of helm's is the call's folder. */
export function helmEnvironment(
  folder: CallFolder,
  { env, extraEnv = {}, kubeconfigPath }: { env: Env; extraEnv?: Env | undefined; kubeconfigPath: string | undefined },
): Record<string, string> {
  const given = [...ALLOWED.map((name) => [name, env[name]] as const), ...Object.entries(extraEnv)];
  return {
    ...Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    HOME: folder.path,
    TMPDIR: folder.at('tmp'),
    HELM_CACHE_HOME: folder.at('cache'),
    HELM_CONFIG_HOME: folder.at('config'),
    HELM_DATA_HOME: folder.at('data'),
    HELM_REGISTRY_CONFIG: folder.at('registry.json'),
    HELM_REPOSITORY_CONFIG: folder.at('repositories.yaml'),
    HELM_REPOSITORY_CACHE: folder.at('repository'),
    KUBECONFIG: kubeconfigPath ?? env['KUBECONFIG'] ?? join(homedir(), '.kube', 'config'),
  };
}
