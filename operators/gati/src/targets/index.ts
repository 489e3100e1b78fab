/**
 * @module
 * Deployment targets under the names and constructors of the first plans; what they do is `@slipway/targets`.
 */
export { type KubernetesAccess, KubernetesDeploymentTarget } from './kubernetes-deployment-target.ts';
