/**
 * @module
 * Doubles for tests of what is built on this operator: a cluster in memory that is deployment target and store in one.
 */
export {
  FakeDeploymentTarget,
  type FakeDeploymentTargetOptions,
  type FakeRequest,
} from './fake-deployment-target.ts';
