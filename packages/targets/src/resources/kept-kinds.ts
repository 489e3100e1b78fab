/**
 * Kinds that hold what cannot be made again: deleting one deletes the user's data with it. When one
 * leaves a set it stays in the cluster.
 */
const KEPT = new Set(['CustomResourceDefinition', 'Namespace', 'PersistentVolume', 'PersistentVolumeClaim']);

export function isKept(kind: string): boolean {
  return KEPT.has(kind);
}
