/**
 * @module
 * Objects: plain frozen JSON, and what is true of every Kubernetes object whatever its kind.
 */
export { isEqual, isJsonObject, type Json, type JsonObject } from '@slipway/apimachinery/json';
export { exactJson } from './exact-json.ts';
export { goText } from './go-text.ts';
export { jsonComplaint } from './json-complaint.ts';
export { jsonText } from './json-text.ts';
export * from './object.ts';
export { revisionFault } from './revision.ts';
