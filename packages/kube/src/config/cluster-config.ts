/** PEM text, either at hand or in a file that is read again when it changes. */
export type PemSource = { readonly pem: string } | { readonly file: string };

export interface TlsConfig {
  /** Who may sign the server's certificate. Absent: the authorities that Node trusts. */
  readonly ca?: PemSource;
  /** The name that the server's certificate must have, where it is not the host of `server`. */
  readonly serverName?: string;
  /** Accepts any certificate: anything that can answer at the address can read the credential. */
  readonly insecureSkipVerify?: boolean;
}

/** A credential plugin as the kubeconfig declares it. */
export interface ExecConfig {
  readonly apiVersion: 'client.authentication.k8s.io/v1' | 'client.authentication.k8s.io/v1beta1';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly interactiveMode: 'Never' | 'IfAvailable' | 'Always';
  /** What `provideClusterInfo` asks for: handed to the plugin as it is. Absent: not asked for. */
  readonly cluster?: Readonly<Record<string, unknown>>;
  /** The author's words on how to get the plugin; shown when it is not found. */
  readonly installHint?: string;
}

/** Who the client is. Several may be set: a certificate on the connection and a token in the header. */
export interface UserConfig {
  readonly token?: string;
  /** Beats `token`, which then serves until the file can be read. */
  readonly tokenFile?: string;
  readonly certificate?: { readonly cert: PemSource; readonly key: PemSource };
  readonly exec?: ExecConfig;
}

export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * Everything needed to reach one API server as one user. A plain value that may hold secrets: hand
 * it to `createTransport`, not to a log.
 */
export interface ClusterConfig {
  /** Base address without a trailing slash; may have a path. */
  readonly server: string;
  /** The context it came from; `in-cluster` inside a pod. For display. */
  readonly contextName: string;
  /** What an unqualified name means. */
  readonly namespace: string;
  readonly tls: TlsConfig;
  readonly user: UserConfig;
  /** Beats the proxy variables of the environment. */
  readonly proxyUrl?: string;
  readonly impersonate?: Impersonation;
}
