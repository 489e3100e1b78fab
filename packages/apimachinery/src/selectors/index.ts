/**
 * @module
 * Selectors: which objects a list, a watch or an owner is about, by labels and by fields.
 *
 * A selector comes as text in a request and as an object in a spec. Both compile once and are then asked per object.
 */
export {
  holds,
  isEmptySelector,
  type LabelSelector,
  type Labels,
  labelAt,
  matchesSelector,
  type Requirement,
  selectorText,
} from './label-selector.ts';
export { MalformedSelector } from './malformed-selector.ts';
export { type FieldReaders, type FieldSelector, parseFieldSelector } from './parse-fields.ts';
export { type LabelMatcher, parseLabelSelector } from './parse-labels.ts';
