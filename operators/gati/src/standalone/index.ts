/**
 * @module
 * The operator's parts as classes that are called by hand, without a manager: `OperatorController`, `HandlerDeployer` and
 * the others.
 *
 * Why they exist: the first plans of this operator named them with their constructors and methods, and programs and
 * tests were written against these names. They are kept as they were named (G-3). Each is a thin shell: what is decided
 * is decided where the controllers of a running operator have it decided too (`handlers`, `modules`, `manifests`,
 * `scaling`, `decommission`), on whatever target it is given, a store in memory included.
 *
 * Of the other rooms only `convert` imports this one. A new behaviour belongs into the rooms of decisions; it is here when they have it.
 *
 * | class | shell over |
 * |---|---|
 * | `OperatorController` | `HandlerDeployer` and `ModuleDeployer`, for all custom resources of a store |
 * | `HandlerDeployer`, `TimescapeOrchestrator` | `handlers`: a handler with its versions, and its rollout |
 * | `ModuleDeployer` | `modules` |
 * | `ScalingController` | `scaling` |
 * | `VersionDecommissioner` | `decommission` |
 * | `ManifestGenerator` | `manifests` |
 * | `KubernetesDeploymentTarget` | the target of `@slipway/targets` for a cluster |
 */
export { HandlerDeployer, type HandlerDeployerOptions } from './handler-deployer.ts';
export { type KubernetesAccess, KubernetesDeploymentTarget } from './kubernetes-deployment-target.ts';
export { ManifestGenerator } from './manifest-generator.ts';
export { ModuleDeployer } from './module-deployer.ts';
export { OperatorController, type ReconcileOutcome } from './operator-controller.ts';
export { ScalingController, type ScalingControllerOptions } from './scaling-controller.ts';
export { type RolloutView, TimescapeOrchestrator } from './timescape-orchestrator.ts';
export { VersionDecommissioner, type VersionDecommissionerOptions } from './version-decommissioner.ts';
