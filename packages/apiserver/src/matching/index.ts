/**
 * @module
 * What selects what: label selectors, node affinity, tolerations. Pure and without a client, so that
 * controllers, scheduler and kubelet agree.
 */
export {
  isEmptySelector,
  type LabelSelector,
  type Labels,
  matchesSelector,
} from './label-selector.ts';
export { allowsNode, matchesTerm, type NodeLike, type NodeSelectorTerm, requiredTerms } from './node-selector.ts';
export { type Taint, type Toleration, tolerates, toleratesAll } from './toleration.ts';
