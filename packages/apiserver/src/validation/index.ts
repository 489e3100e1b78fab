/**
 * @module
 * Validation: what a real API server would not let pass, in its words and its order (K-88).
 *
 * A check looks at one part of an object and tells a report what is wrong with it. The parts have
 * been decoded by type before, so checks think of absence and of values, never of shapes. There is
 * one file per family of kinds; which kind uses which check is decided in kinds.
 */
export { checkBinding, checkRole, checkSameRole } from './access.ts';
export { checkApiService } from './api-services.ts';
export { PLACES } from './at.ts';
export { checkAutoscaler } from './autoscaling.ts';
export { checkClaimChange, checkClaimSpec } from './claims.ts';
export { checkConfigMap, checkSealed, checkSecret } from './configuration.ts';
export { checkDisruptionBudget } from './disruption-budgets.ts';
export { checkEndpointSlice, checkEndpoints } from './endpoints.ts';
export { checkEvent } from './events.ts';
export { addressBits, networkOf } from './formats.ts';
export { immutableFields } from './immutable.ts';
export { checkIngress, checkIngressClass } from './ingresses.ts';
export { checkCronJob, checkJob, checkJobChange } from './jobs.ts';
export { checkLease } from './leases.ts';
export { checkLimitRange } from './limits.ts';
export { checkNetworkPolicy } from './network-policies.ts';
export { checkNode, checkNodeChange } from './nodes.ts';
export { checkPodTemplate } from './pod-template.ts';
export { checkPod, checkPodChange } from './pods.ts';
export { checkQuota, checkQuotaChange } from './quotas.ts';
export { Report } from './report.ts';
export {
  checkClusterIps,
  checkService,
  checkServiceChange,
  checkServiceStatus,
  isHeadless,
  needsHealthCheck,
} from './services.ts';
export {
  checkPriorityClass,
  checkPriorityClassChange,
  checkRuntimeClass,
  checkStorageClass,
  checkStorageClassChange,
  checkVolume,
  checkVolumeChange,
} from './storage.ts';
export {
  checkControllerRevision,
  checkControllerRevisionChange,
  checkDaemonSet,
  checkDeployment,
  checkReplicaSet,
  checkReplicaStatus,
  checkReplicationController,
  checkSameSelector,
  checkStatefulSet,
  checkStatefulSetChange,
} from './workloads.ts';
