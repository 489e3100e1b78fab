/**
 * @module
 * ResourceQuotas: how much of what a namespace may have it has.
 */
export { quotaController } from './controller.ts';
