export interface KubeconfigContent {
  readonly url: string;
  readonly caPem: string;
  readonly user: string;
  readonly token: string;
}

/** A kubeconfig with one cluster, one user and one context. Of YAML it needs no more than JSON's strings. */
export function writeKubeconfig({ url, caPem, user, token }: KubeconfigContent): string {
  const name = 'localcluster';
  const quoted = JSON.stringify(user);
  return `apiVersion: v1
kind: Config
clusters:
  - name: ${name}
    cluster:
      server: ${url}
      certificate-authority-data: ${Buffer.from(caPem).toString('base64')}
users:
  - name: ${quoted}
    user:
      token: ${JSON.stringify(token)}
contexts:
  - name: ${name}
    context:
      cluster: ${name}
      user: ${quoted}
current-context: ${name}
`;
}
