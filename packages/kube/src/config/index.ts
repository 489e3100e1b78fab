/** For the other folders of this package; what programs import is `public.ts`. */
export type { ClusterConfig, ExecConfig, Impersonation, PemSource, TlsConfig, UserConfig } from './cluster-config.ts';
export { type LoadKubeconfigOptions, loadKubeconfig } from './load-kubeconfig.ts';
export { proxyProblem } from './proxy-url.ts';
