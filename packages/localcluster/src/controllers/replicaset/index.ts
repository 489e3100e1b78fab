/**
 * @module
 * ReplicaSets and, as they were called before, ReplicationControllers: so many pods of a template, no more and no fewer.
 */
export { replicaSetController, replicationController } from './controller.ts';
