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
export { OperatorController, type ReconcileOutcome } from './controller.ts';
export { addControllers, type ControllerOptions } from './controllers/index.ts';
export { VersionDecommissioner } from './decommissioner.ts';
export {
  HandlerDeployer,
  type HandlerDeployerOptions,
  type RolloutView,
  TimescapeOrchestrator,
} from './deployers/index.ts';
export { OperatorError, type OperatorErrorCode } from './errors.ts';
export { ManifestGenerator } from './manifests/index.ts';
export { ModuleDeployer } from './modules/index.ts';
export { ANNOTATIONS, FINALIZERS } from './names/index.ts';
export { createOperator, type Operator, type OperatorOptions, runOperator } from './operator/index.ts';
export { type Outlook, outlookOf, rolloutIn } from './outlook/index.ts';
export { ScalingController, type ScalingControllerOptions } from './scalers/index.ts';
export { type OperatorEnvironment, type OperatorSettings, settingsOf } from './settings/index.ts';
export { gapWords } from './shares/index.ts';
export { type KubernetesAccess, KubernetesDeploymentTarget } from './targets/index.ts';
export * from './types/index.ts';
