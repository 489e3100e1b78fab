/**
 * @module
 * Predicates: which changes trigger a reconcile.
 */
export {
  and,
  annotationsChanged,
  generationChanged,
  labelsChanged,
  not,
  or,
  type Predicate,
  resourceVersionChanged,
} from './predicates.ts';
