/**
 * @module
 * Names: DNS labels and label values for any text, the same every time, and never one for two texts.
 */
export { hashOf, labelValueOf, type NameOptions, nameOf, slugOf } from './names.ts';
