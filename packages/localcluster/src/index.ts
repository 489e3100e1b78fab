export type { ServiceAddress, ServiceResolver } from './admission/index.ts';
export type { SeenRequest } from './api/index.ts';
export type { CertificateAuthority, IssuedCertificate } from './certificates/index.ts';
export type { Clock, Timer } from './clock/index.ts';
export { type LocalCluster, startLocalCluster } from './cluster/index.ts';
export type { Controllers, Measured, MetricsFeed } from './controllers/index.ts';
export { LocalClusterError, type LocalClusterErrorCode } from './errors.ts';
export type { Fault, FaultHandle, FaultMatch, FaultPlan, FaultRule } from './faults/index.ts';
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
export type { Logger } from './log/index.ts';
export type { LocalClusterOptions } from './options.ts';
export type { LogLine, LogRequest, PodAddress, PodAddresses, PodLogs } from './subresources/index.ts';
