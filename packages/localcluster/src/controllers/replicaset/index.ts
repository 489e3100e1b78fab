/**
 * @module
 * ReplicaSets: so many pods of a template, no more and no fewer.
 */
export { replicaSetController } from './controller.ts';
