/**
 * @module
 * Shares of the traffic as callers see them, beside those that are wanted.
 */
export { gapWords, measuredShares } from './measured.ts';
