/**
 * @module
 * The operator as a program of your own: running it, the classes that its first plans named, its kinds.
 */

export {
  createTarget as createDeploymentTarget,
  GitOpsTarget as GitOpsDeploymentTarget,
  HelmTarget as HelmDeploymentTarget,
} from '@slipway/targets';
export {
  type GatiHandler,
  GatiHandlerKind,
  GatiModuleKind,
  type GatiVersion,
  GatiVersionKind,
} from './client/index.ts';
export {
  type CataloguedVersion,
  SchemaDetector,
  TransformerChains,
  type VersionCatalogue,
} from './compatibility/index.ts';
export { addControllers, type ControllerOptions } from './controllers/index.ts';
export { OperatorError, type OperatorErrorCode } from './errors.ts';
export { createOperator, type Operator, type OperatorOptions, runOperator } from './operator/index.ts';
export { type OperatorEnvironment, type OperatorSettings, settingsOf } from './settings/index.ts';
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
export { type GatiModule, gatiDefinitions } from './types/index.ts';
