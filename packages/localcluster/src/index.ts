/**
 * @module
 * A cluster in this process: start it, reach it by its kubeconfig, break it on command.
 */

export {
  ApiServerError,
  type ApiServerErrorCode,
  type CertificateAuthority,
  type Clock,
  type Fault,
  type FaultHandle,
  type FaultMatch,
  type FaultPlan,
  type FaultRule,
  type InitialObject,
  type InProcessFetch,
  type IssuedCertificate,
  type Logger,
  type LogLine,
  type LogRequest,
  type PodAddress,
  type PodAddresses,
  type PodLogs,
  type SeenRequest,
  type ServiceAddress,
  type ServiceResolver,
  type Timer,
} from '@slipway/apiserver';
export { type LocalCluster, startLocalCluster } from './cluster/index.ts';
export { LocalClusterError, type LocalClusterErrorCode } from './errors.ts';
export type {
  Behaviour,
  NodeOptions,
  Nodes,
  NodesOption,
  ProcessesOption,
  ProcessOptions,
  Rule,
} from './kubelet/index.ts';
export type { LocalClusterOptions } from './options.ts';
