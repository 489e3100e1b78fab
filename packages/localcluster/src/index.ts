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
export type { Controllers, Measured, MetricsFeed } from './controllers/index.ts';
export { LocalClusterError, type LocalClusterErrorCode } from './errors.ts';
export type {
  Behaviour,
  Duration,
  NodeOptions,
  Nodes,
  NodesOption,
  PodMatch,
  ProcessesOption,
  ProcessOptions,
  Rule,
  Taint,
} from './kubelet/index.ts';
export type { LocalClusterOptions } from './options.ts';
