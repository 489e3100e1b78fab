/**
 * @module
 * What checks of several kinds are made of: the template of a pod with all that is below it, formats, amounts, selectors,
 * and the report that they write to (K-88).
 *
 * A check looks at one part of an object and tells a report what is wrong with it, in a real server's words and order. The
 * parts have been decoded by type before, so checks think of absence and of values, never of shapes. Those of a single
 * kind are in its room, below kinds.
 */
export { amountOf, checkAmount, checkAtMostAll } from './amounts.ts';
export { At, METADATA, PLACES, SPEC, STATUS } from './at.ts';
export { checkAccessModes, checkClaimSpec, VOLUME_MODES } from './claims.ts';
export { bytesOf, checkSealed, DATA, LIMIT_BYTES } from './configuration.ts';
export { checkAppProtocol, checkEndpointAddress, checkEndpointPort, PROTOCOLS } from './endpoints.ts';
export {
  addressBits,
  addressComplaints,
  cidrComplaints,
  configKeyComplaints,
  domainPathErrors,
  isAddress,
  isIpv6,
  networkOf,
  portNameComplaints,
  portNumberComplaints,
  rangeComplaint,
  wildcardComplaints,
} from './formats.ts';
export { immutableFields } from './immutable.ts';
export { checkPodSpec } from './pod-spec.ts';
export {
  checkDeletionCost,
  checkOwnSelector,
  checkPodTemplate,
  checkRunsAlways,
  checkSelected,
  isUsable,
} from './pod-template.ts';
export { checkPort } from './probes.ts';
export { Report } from './report.ts';
export {
  checkContainerResourceName,
  checkContainerResources,
  checkNonNegativeQuantity,
  checkQuotaResourceName,
  checkResourceAmount,
  checkResourceName,
  isStandardQuotaResource,
} from './resources.ts';
export { checkNodeSelector, checkTolerations, TAINT_EFFECTS } from './scheduling.ts';
export {
  checkLabelKey,
  checkLabels,
  checkSelector,
  isEmptySelector,
  isUsableSelector,
  selects,
  shownSelector,
} from './selectors.ts';
export { entries, has, maybe, maybeNumber, number, numbers, struct, structs, text, texts } from './values.ts';
export { checkReplicaStatus, checkReplicas, checkSameSelector, ROLLING, shownStrategy, TEMPLATE } from './workloads.ts';
