/**
 * @module
 * Claims and volumes: which volume is for which claim, and the marks by which binder, scheduler and
 * provisioner tell each other how far they are. Pure; the binder and the scheduler decide alike.
 */
export { claimReference, withAnnotations, withClaim } from './binding.ts';
export { BIND_COMPLETED, BOUND_BY_CONTROLLER, PROVISIONED_BY, SELECTED_NODE, STORAGE_PROVISIONER } from './marks.ts';
export {
  classOf,
  findVolume,
  hasClass,
  isBound,
  isBoundTo,
  isReachable,
  isSameMode,
  isWaitingForPod,
  mismatch,
  type VolumeLike,
} from './match.ts';
export { claimNameOf, claimNames } from './pod-claims.ts';
export { FOLDER_PROVISIONER } from './provisioner.ts';
