/**
 * @module
 * Types: what the fields of a kind are, for merging, owning and patching.
 *
 * The types of built-in kinds are a table of facts that a script derives from a real API server;
 * those of custom kinds come from their CRDs. A type is read when it is first looked into, so a
 * cluster that uses three kinds pays for three.
 */
export { builtInType, deleteOptionsType, objectMetaType } from './built-in.ts';
export { customType } from './custom.ts';
export { decoded, UndecodableValue } from './decoding.ts';
export { emptyObject } from './empty-object.ts';
export { objectProse } from './metadata-prose.ts';
export { openApiSchemas } from './open-api.ts';
export {
  DEDUCED,
  type ListType,
  type MapType,
  type Scalar,
  type Type,
  typeUnder,
} from './type.ts';
