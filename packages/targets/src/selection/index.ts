/**
 * @module
 * Which target: chosen in code by `createTarget`, or by the environment.
 */
export { createTarget, type DeploymentTarget, TARGET_KINDS, type TargetConfig } from './create-target.ts';
export { type TargetEnvironment, targetConfig } from './target-config.ts';
