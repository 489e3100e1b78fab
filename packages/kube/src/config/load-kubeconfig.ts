import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fromClientNode, isClientNodeShape } from './client-node.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { configError } from './config-error.ts';
import { readIfPresent } from './config-file.ts';
import { inClusterConfig, SERVICE_ACCOUNT_FOLDER } from './in-cluster.ts';
import { type Kubeconfig, mergeKubeconfigs, parseKubeconfig, readYaml } from './kubeconfig.ts';
import { resolveContext } from './resolve-context.ts';

export interface LoadKubeconfigOptions {
  /** A file to read; nothing else is looked at. */
  readonly path?: string;
  /** YAML or JSON of a kubeconfig; nothing else is looked at. Relative paths start at the working folder. */
  readonly text?: string;
  /** A parsed kubeconfig, or a `KubeConfig` of `@kubernetes/client-node`, known by its shape. */
  readonly object?: object;
  /** @default the file's current-context */
  readonly context?: string;
  /** @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whose `.kube/config` is read last. @default the user's home folder */
  readonly home?: string;
  /** @default '/var/run/secrets/kubernetes.io/serviceaccount' */
  readonly serviceAccountFolder?: string;
}

/**
 * Finds the cluster: as given (`path`, `text` or `object`), else the files of `KUBECONFIG`, else the
 * pod's service account, else `~/.kube/config`. The first that is there decides.
 */
export async function loadKubeconfig(options: LoadKubeconfigOptions = {}): Promise<ClusterConfig> {
  const env = options.env ?? process.env;
  const given = await givenKubeconfig(options);
  if (given) return resolveContext(given, options.context);

  const listed = (env['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  if (listed.length > 0) {
    const found = (await Promise.all(listed.map(readKubeconfigFile))).filter((config) => config !== undefined);
    if (found.length > 0) return resolveContext(mergeKubeconfigs(found), options.context);
    throw configError('KUBECONFIG', `none of its files exists (${listed.join(', ')}); correct or unset the variable.`);
  }

  const inCluster = await inClusterConfig(env, options.serviceAccountFolder ?? SERVICE_ACCOUNT_FOLDER);
  if (inCluster) return inCluster;

  const home = join(options.home ?? homedir(), '.kube', 'config');
  const own = await readKubeconfigFile(home);
  if (own) return resolveContext(own, options.context);
  throw configError(
    home,
    'no such file, KUBECONFIG is not set and this is no pod; say which cluster by one of the three.',
  );
}

async function givenKubeconfig({ path, text, object }: LoadKubeconfigOptions): Promise<Kubeconfig | undefined> {
  if (path !== undefined) {
    const config = await readKubeconfigFile(path);
    if (config) return config;
    throw configError(path, 'no such file; correct the path.');
  }
  if (text !== undefined) return parseKubeconfig(await readYaml(text, 'kubeconfig text'), 'kubeconfig text', '.');
  if (object === undefined) return undefined;
  const document = isClientNodeShape(object) ? fromClientNode(object) : object;
  return parseKubeconfig(document, 'kubeconfig object', '.');
}

async function readKubeconfigFile(path: string): Promise<Kubeconfig | undefined> {
  const file = resolve(path);
  const text = await readIfPresent(file);
  return text === undefined ? undefined : parseKubeconfig(await readYaml(text, file), file);
}
