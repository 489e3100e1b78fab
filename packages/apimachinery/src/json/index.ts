/**
 * @module
 * JSON that can be compared and hashed.
 */
export { canonicalJson } from './canonical-json.ts';
export { isEqual, isJsonObject, type Json, type JsonObject } from './value.ts';
