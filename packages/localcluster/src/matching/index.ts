/**
 * @module
 * Which nodes a pod may be on: node selectors and affinity, taints and tolerations. Pure and without a client, so that
 * controllers, scheduler and kubelet agree.
 */
export { allowsNode, matchesTerm, type NodeLike, type NodeSelectorTerm, requiredTerms } from './node-selector.ts';
export { type Taint, type Toleration, tolerates, toleratesAll } from './toleration.ts';
