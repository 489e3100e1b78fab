import type { IssuedCertificate } from '../certificates/index.ts';
import type { User } from '../identity/index.ts';

/** Who a cluster is, beyond its objects: what makes old kubeconfigs and tokens go on working. Secret. */
export interface ClusterIdentity {
  readonly authority: IssuedCertificate;
  readonly serviceAccountKeyPem: string;
  readonly adminToken: string;
  /** By hash: what is written here opens nothing. */
  readonly tokens: readonly (readonly [hash: string, user: User])[];
  readonly port: number;
}
