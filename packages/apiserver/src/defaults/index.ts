/**
 * @module
 * Defaults: what the server takes a client to have sent too (K-140 to K-156).
 *
 * Defaults belong to types, so a pod in a Deployment and a pod in a Job get the same ones. The room of the kind that brings
 * a type says what they are: most are constants, the few that depend on other fields small functions. One walk over an
 * object's type applies them all and touches only what it changes.
 */
export { filled, isEmpty, part } from './filled.ts';
export { rolling } from './rolling.ts';
export { withTemplateLabels } from './template-labels.ts';
export { type TypeDefaults } from './type-defaults.ts';
export { RBD, SCALE_IO } from './volume-sources.ts';
export { createDefaulting } from './walk.ts';
