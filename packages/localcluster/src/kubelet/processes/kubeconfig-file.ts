import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Container } from '../lifecycle/index.ts';

/** Where pods find their credentials. */
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * A kubeconfig that points to the files of the pod's service account. Clients look for those files at a
 * path that is not theirs to have on a laptop; `KUBECONFIG` they all read.
 */
export async function writeKubeconfigFile(
  root: string,
  url: string,
  container: Container,
): Promise<string | undefined> {
  if (!(container.volumeMounts ?? []).some(({ mountPath }) => mountPath === ACCOUNT)) return undefined;
  const account = join(root, ACCOUNT);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'cluster', cluster: { server: url, 'certificate-authority': join(account, 'ca.crt') } }],
    users: [{ name: 'pod', user: { tokenFile: join(account, 'token') } }],
    contexts: [{ name: 'pod', context: { cluster: 'cluster', user: 'pod' } }],
    'current-context': 'pod',
  };
  const path = join(root, 'kubeconfig');
  await writeFile(path, JSON.stringify(config), { mode: 0o600 });
  return path;
}
