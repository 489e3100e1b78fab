/**
 * @module
 * CEL in admission: what expressions of webhooks and policies can name, and how they are evaluated.
 */
export { evaluated, faultOf, MatchConditions } from './conditions.ts';
export { VARIABLES, type Values, valuesOf } from './environment.ts';
