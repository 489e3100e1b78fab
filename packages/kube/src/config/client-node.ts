/**
 * The fields of a `KubeConfig` of `@kubernetes/client-node` that matter here. Known by its shape: the
 * package itself is never loaded.
 */
interface ClientNodeConfig {
  readonly clusters: readonly Readonly<Record<string, unknown>>[];
  readonly users: readonly Readonly<Record<string, unknown>>[];
  readonly contexts: readonly Readonly<Record<string, unknown>>[];
  readonly currentContext?: unknown;
}

export function isClientNodeShape(value: object): value is ClientNodeConfig {
  return 'currentContext' in value && 'clusters' in value && 'users' in value && 'contexts' in value;
}

/** The same content as a kubeconfig document; what it does not know is not looked at. */
export function fromClientNode(config: ClientNodeConfig): object {
  return {
    'current-context': config.currentContext,
    clusters: config.clusters.map((cluster) => ({
      name: cluster['name'],
      cluster: {
        server: cluster['server'],
        'certificate-authority': cluster['caFile'],
        'certificate-authority-data': cluster['caData'],
        // It sets `skipTLSVerify: false` where a kubeconfig leaves the field out.
        'insecure-skip-tls-verify': cluster['skipTLSVerify'] || undefined,
        'tls-server-name': cluster['tlsServerName'],
        'proxy-url': cluster['proxyUrl'],
      },
    })),
    users: config.users.map((user) => ({ name: user['name'], user: fromUser(user) })),
    contexts: config.contexts.map((context) => ({
      name: context['name'],
      context: { cluster: context['cluster'], user: context['user'], namespace: context['namespace'] },
    })),
  };
}

function fromUser(user: Readonly<Record<string, unknown>>): object {
  const provider = user['authProvider'] as { name?: unknown; config?: Record<string, unknown> } | undefined;
  // Inside a pod it calls the token file an auth provider; the other providers are the legacy ones.
  const isTokenFile = provider?.name === 'tokenFile';
  return {
    token: user['token'],
    tokenFile: isTokenFile ? provider.config?.['tokenFile'] : undefined,
    'auth-provider': isTokenFile ? undefined : provider,
    'client-certificate': user['certFile'],
    'client-certificate-data': user['certData'],
    'client-key': user['keyFile'],
    'client-key-data': user['keyData'],
    exec: user['exec'],
    as: user['impersonateUser'],
    username: user['username'],
    password: user['password'],
  };
}
