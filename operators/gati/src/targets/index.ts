/**
 * @module
 * Where manifests go. What targets do is `@slipway/targets`; here is how this operator opens one (how releases are
 * called, which request a line of the log belongs to), and the names and constructors of the first plans.
 */
export { type OperatorTarget, openTarget } from './open-target.ts';
