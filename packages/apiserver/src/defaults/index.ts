/**
 * @module
 * Defaults: what the server takes a client to have said too (K-140 to K-156).
 *
 * Defaults belong to types, not to kinds, so a pod in a Deployment and a pod in a Job get the same
 * ones. Most are constants and stand in one table; the few that depend on other fields are small
 * functions beside it. One walk over an object's type applies them all and touches only what it changes.
 */
export { withDefaults } from './walk.ts';
