/**
 * @module
 * What a control plane does about its nodes: taints by their state, and the loss of silent ones (L-22).
 */
export { type NodeLifecycle, startNodeLifecycle } from './node-lifecycle.ts';
