import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { ClusterConfig } from './cluster-config.ts';
import { configError } from './config-error.ts';
import { readIfPresent } from './config-file.ts';

export const SERVICE_ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The service account of the pod that this process runs in; undefined outside of one. */
export async function inClusterConfig(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<ClusterConfig | undefined> {
  const host = env['KUBERNETES_SERVICE_HOST'];
  const port = env['KUBERNETES_SERVICE_PORT'];
  if (!host || !port) return undefined;
  const tokenFile = join(folder, 'token');
  if ((await readIfPresent(tokenFile)) === undefined) {
    throw configError(
      tokenFile,
      'the pod has no service account token; set automountServiceAccountToken: true, or give a kubeconfig by KUBECONFIG.',
    );
  }
  const namespace = await readIfPresent(join(folder, 'namespace'));
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    contextName: 'in-cluster',
    namespace: namespace?.trim() || 'default',
    tls: { ca: { file: join(folder, 'ca.crt') } },
    user: { tokenFile },
  };
}
