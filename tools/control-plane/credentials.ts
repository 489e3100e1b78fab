import { generateKeyPairSync } from 'node:crypto';
import { type CertificateAuthority, createCertificateAuthority } from '@slipway/apiserver/certificates';
import { stringify } from 'yaml';

/** The keys of a control plane: who it is, and whom it believes. */
export interface Credentials {
  readonly authority: CertificateAuthority;
  readonly serving: { readonly certPem: string; readonly keyPem: string };
  /** Signs and verifies service-account tokens. */
  readonly serviceAccountKeyPem: string;
}

export function createCredentials(): Credentials {
  const authority = createCertificateAuthority({ commonName: 'slipway-control-plane' });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    authority,
    serving: authority.issueServer({
      dnsNames: ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc'],
      ipAddresses: ['127.0.0.1'],
    }),
    // Not PKCS #8: only from this form does kube-apiserver derive the public key too.
    serviceAccountKeyPem: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
  };
}

/** A kubeconfig (YAML) with a client certificate of its own. */
export function clientKubeconfig(
  { authority }: Credentials,
  url: string,
  user: string,
  groups: readonly string[] = [],
): string {
  const { certPem, keyPem } = authority.issueClient({ user, groups });
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'control-plane', cluster: { server: url, 'certificate-authority-data': base64(authority.certPem) } },
    ],
    users: [{ name: user, user: { 'client-certificate-data': base64(certPem), 'client-key-data': base64(keyPem) } }],
    contexts: [{ name: 'control-plane', context: { cluster: 'control-plane', user } }],
    'current-context': 'control-plane',
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
