/**
 * @module
 * Where the cluster is and who we are: kubeconfig files and the service account of a pod.
 *
 * Reading files is kept apart from understanding them: `parseKubeconfig`, `mergeKubeconfigs` and
 * `resolveContext` are pure. The result is a `ClusterConfig`, a plain value from which
 * `createTransport` builds a connection. Nothing here is read again later; files that change
 * (tokens, certificates) are named in the value and watched over by the credentials.
 */
export {
  type ClusterConfig,
  type ExecConfig,
  type Impersonation,
  type LoadKubeconfigOptions,
  loadKubeconfig,
  type PemSource,
  type TlsConfig,
  type UserConfig,
} from './index.ts';
