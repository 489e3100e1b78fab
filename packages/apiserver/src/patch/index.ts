/**
 * @module
 * Patches: merge patch (RFC 7386) and strategic merge patch, as pure functions on frozen values. JSON patch is
 * apimachinery's.
 */
export { applyMergePatch } from './merge-patch.ts';
export { applyStrategicMergePatch, UnmergeablePatch } from './strategic-merge-patch.ts';
