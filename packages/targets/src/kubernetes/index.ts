/**
 * @module
 * The target that is a cluster: server-side apply for any kind.
 *
 * One object costs a read where no cache of the handle has it, and a write only if something
 * differs. A set has a record, a ConfigMap in its owner's namespace, that names every object that may exist for the
 * owner: it is widened before the first of them is written and narrowed after the last that left is
 * gone, so a crash at any moment forgets nothing.
 */
export { KubernetesTarget, type KubernetesTargetOptions } from './kubernetes-target.ts';
export { markedObjects } from './marked-objects.ts';
export { removeObject } from './object-removal.ts';
export { SetRecords } from './set-records.ts';
