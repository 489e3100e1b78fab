import { isAbsolute, join } from 'node:path';
import type { ClusterConfig, Impersonation, PemSource, TlsConfig, UserConfig } from './cluster-config.ts';
import { configError } from './config-error.ts';
import { readExec } from './exec-entry.ts';
import type { Fields } from './fields.ts';
import type { Kubeconfig, KubeconfigEntry } from './kubeconfig.ts';
import { checkedProxyUrl } from './proxy-url.ts';

/** The cluster and the user that a context names (by default the current one), as one value. */
export function resolveContext(config: Kubeconfig, contextName = config.currentContext): ClusterConfig {
  if (contextName === undefined) {
    if (config.contexts.size === 0) {
      throw configError(
        config.origin,
        'it has no contexts, so it leads to no cluster; name a kubeconfig that has one.',
      );
    }
    throw configError(config.origin, `current-context is missing; set it, or name one of: ${known(config.contexts)}.`);
  }
  const { fields: context } = lookUp(config, 'contexts', contextName);
  const cluster = lookUp(config, 'clusters', context.requiredText('cluster'));
  const userName = context.text('user');
  const user = userName === undefined ? undefined : lookUp(config, 'users', userName);
  const proxyUrl = checkedProxyUrl(cluster.fields);
  const impersonate = user && readImpersonation(user.fields);
  return {
    server: readServer(cluster.fields),
    contextName,
    namespace: context.text('namespace') ?? 'default',
    tls: readTls(cluster),
    user: user ? readUser(user, cluster) : {},
    ...(proxyUrl !== undefined && { proxyUrl }),
    ...(impersonate && { impersonate }),
  };
}

function lookUp(config: Kubeconfig, list: 'clusters' | 'users' | 'contexts', name: string): KubeconfigEntry {
  const entry = config[list].get(name);
  if (entry) return entry;
  throw configError(config.origin, `${list} has no entry named "${name}"; there are: ${known(config[list])}.`);
}

function known(entries: ReadonlyMap<string, unknown>): string {
  return entries.size === 0 ? 'none' : [...entries.keys()].map((name) => `"${name}"`).join(', ');
}

function readServer(cluster: Fields): string {
  const server = cluster.requiredText('server');
  const url = URL.parse(server);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw cluster.wrong('server', 'must be an address such as https://host:6443');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw cluster.wrong('server', 'must be a plain address, without user, password or query');
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function readTls({ fields, folder }: KubeconfigEntry): TlsConfig {
  const ca = readPem(fields, folder, 'certificate-authority');
  const serverName = fields.text('tls-server-name');
  const insecureSkipVerify = fields.flag('insecure-skip-tls-verify');
  if (insecureSkipVerify && ca) {
    throw fields.wrong('insecure-skip-tls-verify', 'contradicts certificate-authority; remove one of the two');
  }
  return { ...(ca && { ca }), ...(serverName && { serverName }), ...(insecureSkipVerify && { insecureSkipVerify }) };
}

function readUser({ fields, folder }: KubeconfigEntry, cluster: KubeconfigEntry): UserConfig {
  if (fields.has('username') || fields.has('password')) {
    throw fields.wrong('username', 'asks for basic authentication, which Kubernetes removed in 1.19; use a token');
  }
  refuseAuthProvider(fields);
  const token = fields.text('token');
  const tokenFile = path(folder, fields.text('tokenFile'));
  const cert = readPem(fields, folder, 'client-certificate');
  const key = readPem(fields, folder, 'client-key');
  if ((cert === undefined) !== (key === undefined)) {
    throw fields.wrong(cert ? 'client-key' : 'client-certificate', 'is missing; certificate and key go together');
  }
  const exec = fields.child('exec');
  return {
    ...(token !== undefined && { token }),
    ...(tokenFile !== undefined && { tokenFile }),
    ...(cert && key && { certificate: { cert, key } }),
    ...(exec && { exec: readExec(exec, folder, cluster) }),
  };
}

// Plugins by the name of the built-in provider that they replace, each from its vendor's documentation.
const EXEC_PLUGINS: Readonly<Record<string, string>> = {
  gcp: 'gke-gcloud-auth-plugin',
  azure: 'kubelogin (Azure/kubelogin)',
  oidc: 'kubelogin (int128/kubelogin)',
};

function refuseAuthProvider(fields: Fields): void {
  const provider = fields.child('auth-provider');
  if (!provider) return;
  const name = provider.text('name') ?? '';
  const plugin = EXEC_PLUGINS[name] ?? 'the exec plugin of its vendor';
  throw fields.wrong(
    'auth-provider',
    `${name && `("${name}") `}was removed from Kubernetes clients in 1.26; use ${plugin} in users[].user.exec instead`,
  );
}

function readImpersonation(fields: Fields): Impersonation | undefined {
  const user = fields.text('as');
  const uid = fields.text('as-uid');
  const groups = fields.texts('as-groups');
  const given = fields.child('as-user-extra');
  if (user === undefined) {
    if (uid !== undefined || groups.length > 0 || given) throw fields.wrong('as', 'is missing: groups go with a user');
    return undefined;
  }
  const extra = Object.fromEntries((given?.names() ?? []).map((name) => [name, given?.texts(name) ?? []]));
  return { user, groups, extra, ...(uid !== undefined && { uid }) };
}

/** `name-data` (base64) wins over the file `name`, as in kubectl. */
function readPem(fields: Fields, folder: string, name: string): PemSource | undefined {
  const data = fields.text(`${name}-data`);
  if (data !== undefined) {
    const pem = Buffer.from(data, 'base64').toString();
    if (!pem.includes('-----BEGIN ')) throw fields.wrong(`${name}-data`, 'must be PEM text encoded as base64');
    return { pem };
  }
  const file = path(folder, fields.text(name));
  return file === undefined ? undefined : { file };
}

function path(folder: string, file: string | undefined): string | undefined {
  return file === undefined || isAbsolute(file) ? file : join(folder, file);
}
