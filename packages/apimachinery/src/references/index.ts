/**
 * @module
 * References: how one object is named among others, and the group and version of its kind.
 */
export { apiVersionOf, type GroupVersion, groupOf, groupVersionOf } from './group-version.ts';
export { keyOf, keyOfObject, type Named, type ObjectRef, refOf } from './object-ref.ts';
