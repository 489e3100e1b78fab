/**
 * @module
 * Local clusters with names. Each runs in a background process of its own that listens on a control socket in
 * the cluster's folder: a client that can open the socket talks to the living process, and no check relies on process
 * numbers, which are given out again.
 */
export { printKubeconfig } from './kubeconfig.ts';
export { listClusters } from './list.ts';
export { resetCluster } from './reset.ts';
export { runCluster } from './run.ts';
export { type StartOptions, startCluster } from './start.ts';
export { type StopOptions, stopClusters } from './stop.ts';
