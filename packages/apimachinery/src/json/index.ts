/**
 * @module
 * JSON that can be compared and hashed.
 */
export { canonicalJson } from './canonical-json.ts';
