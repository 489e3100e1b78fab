export {
  createTarget as createDeploymentTarget,
  GitOpsTarget as GitOpsDeploymentTarget,
  HelmTarget as HelmDeploymentTarget,
} from '@slipway/targets';
export type { Seen } from './cluster/index.ts';
export {
  type CataloguedVersion,
  SchemaDetector,
  TransformerChains,
  type VersionCatalogue,
} from './compatibility/index.ts';
export { addControllers, type ControllerOptions } from './controllers/index.ts';
export { OperatorError, type OperatorErrorCode } from './errors.ts';
export { ANNOTATIONS, FINALIZERS } from './names/index.ts';
export { createOperator, type Operator, type OperatorOptions, runOperator } from './operator/index.ts';
export { type Outlook, outlookOf, rolloutIn, unreadableRollout } from './outlook/index.ts';
export { type OperatorEnvironment, type OperatorSettings, settingsOf } from './settings/index.ts';
export { gapWords } from './shares/index.ts';
export {
  HandlerDeployer,
  type HandlerDeployerOptions,
  type KubernetesAccess,
  KubernetesDeploymentTarget,
  ManifestGenerator,
  ModuleDeployer,
  OperatorController,
  type ReconcileOutcome,
  type RolloutView,
  ScalingController,
  type ScalingControllerOptions,
  TimescapeOrchestrator,
  VersionDecommissioner,
  type VersionDecommissionerOptions,
} from './standalone/index.ts';
export * from './types/index.ts';
