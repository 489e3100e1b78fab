/**
 * @module
 * Shares of traffic: whole numbers that always add up.
 */
export { largestRemainder, splitAt, type Weights } from './split.ts';
