/**
 * @module
 * What a rule can cost at most, known before any object is seen.
 *
 * The API server refuses a CRD whose rules could be too slow for the largest objects that its schema allows.
 * The numbers follow its estimator, oddities included, because a rule that passes here must pass there.
 */
export { estimateCost } from './estimator.ts';
