/**
 * @module
 * Selectors: which objects a list or a watch is about. Parsed and compiled once per request.
 */
export { parseFieldSelector } from './field-selector.ts';
export { type LabelSelector, parseLabelSelector } from './label-selector.ts';
export { selectableFields, unknownFieldMessage } from './selectable-fields.ts';
