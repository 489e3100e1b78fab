/**
 * @module
 * Where manifests go: the targets, and the choice of one by configuration.
 */
export { isTargetError, TargetError, type TargetErrorCode } from './errors.ts';
export {
  type ArgoCdOptions,
  type EngineOptions,
  type FluxOptions,
  type GitCredentials,
  GitOpsTarget,
  type GitOpsTargetOptions,
  type SecretReference,
  type Signing,
} from './gitops/index.ts';
export { type HandoverOptions, takeOver } from './handover/index.ts';
export { HelmTarget, type HelmTargetOptions } from './helm-target/index.ts';
export { KubernetesTarget, type KubernetesTargetOptions } from './kubernetes/index.ts';
export { SET_LABEL } from './marks/index.ts';
export {
  createTarget,
  type DeploymentTarget,
  TARGET_KINDS,
  type TargetConfig,
  type TargetEnvironment,
  targetConfig,
} from './selection/index.ts';
