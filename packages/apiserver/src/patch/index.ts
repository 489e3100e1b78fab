/**
 * @module
 * Patches: JSON patch (RFC 6902), merge patch (RFC 7386) and strategic merge patch, as pure functions
 * on frozen values.
 */
export { applyJsonPatch, MalformedPatch, PatchFailure, PatchTestFailure } from './json-patch.ts';
export { applyMergePatch } from './merge-patch.ts';
export { applyStrategicMergePatch, UnmergeablePatch } from './strategic-merge-patch.ts';
