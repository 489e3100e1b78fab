/**
 * @module
 * What controllers ask of pods: are they active, ready, available; which of them go first; how is
 * one made from a template.
 */
export { disruptedConditions } from './disruption.ts';
export { type PodTemplate, podFromTemplate } from './from-template.ts';
export { podsOnNode } from './on-node.ts';
export { byDeletionOrder } from './ranking.ts';
export {
  availableInMs,
  isActive,
  isAvailable,
  isEnding,
  isFinished,
  isReady,
  type PodObject,
  readyCondition,
} from './state.ts';
