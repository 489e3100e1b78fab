/**
 * @module
 * A real control plane for tests and benchmarks: etcd, kube-apiserver, and where asked
 * kube-controller-manager and kube-scheduler, as processes on loopback.
 *
 * It has RBAC, service-account tokens and an audit log, and no node: pods are scheduled nowhere
 * unless a test brings nodes. State lives in a scratch folder and is gone afterwards. The processes are children
 * of a guard, which ends them and removes the folder when its parent goes away, however it went.
 */
export { type ControlPlane, type ControlPlaneOptions, startControlPlane } from './control-plane.ts';
export { requestAs } from './kubeconfig-request.ts';
