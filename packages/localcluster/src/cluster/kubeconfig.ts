import { stringify } from 'yaml';

export interface KubeconfigContent {
  readonly url: string;
  readonly caPem: string;
  readonly user: string;
  readonly token: string;
}

/** A kubeconfig with one cluster, one user and one context, as YAML. */
export function writeKubeconfig({ url, caPem, user, token }: KubeconfigContent): string {
  const name = 'localcluster';
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': Buffer.from(caPem).toString('base64') } }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name, context: { cluster: name, user } }],
    'current-context': name,
  });
}
