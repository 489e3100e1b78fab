/**
 * @module
 * What controllers do to a cluster: statuses, pods in batches, events. Everything else is a decision.
 */
export { type Actor, actor, FIELD_MANAGER } from './actor.ts';
export { createPod, endPods } from './pod-control.ts';
export { refusalText, saysNamespaceEnds } from './refusal.ts';
export { slowStart } from './slow-start.ts';
