/**
 * @module
 * Selectors: which objects a list or a watch is about. Parsed and compiled once per request.
 */
export { parseFieldSelector, parseLabelSelector } from './parse.ts';
export { type Reader, readerOf, readersBelow, readersOf, shownText } from './readers.ts';
