/**
 * @module
 * JSON Patch (RFC 6902), carried out as the library of API servers does it.
 */
export {
  applyJsonPatch,
  type JsonPatchOptions,
  MalformedPatch,
  PatchFailure,
  PatchTestFailure,
} from './json-patch.ts';
export { type JsonPatchOperation, patched } from './operations.ts';
