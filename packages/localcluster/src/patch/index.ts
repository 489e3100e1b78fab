/**
 * @module
 * Patches: JSON patch (RFC 6902) and merge patch (RFC 7386), as pure functions on frozen values.
 */
export { applyJsonPatch, MalformedPatch, PatchFailure } from './json-patch.ts';
export { applyMergePatch } from './merge-patch.ts';
