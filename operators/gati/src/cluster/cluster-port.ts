import type { DeploymentResource, PatchOperation, PatchOptions, Ref } from '@gati-framework/contracts/deployment';
import type { SeenOf } from './seen.ts';
import type { StatusOwner, StatusWriteOptions } from './write-status.ts';

export interface ClusterReads {
  get<Kind extends string>(kind: Kind, namespace: string, name: string): Promise<SeenOf<Kind> | null>;
  /** All of a namespace that carry all of `labels`; namespace `''` means all. */
  list<Kind extends string>(kind: Kind, namespace: string, labels?: Record<string, string>): Promise<SeenOf<Kind>[]>;
}

/**
 * The cluster as the operator sees it, whatever the target of manifests is: custom resources, their status, and the
 * objects that show how versions fare. Reads come from caches where there are some.
 */
export interface ClusterPort extends ClusterReads {
  /** Reads that no cache stands before, for what cannot be undone. */
  readonly live: ClusterReads;
  /** GatiVersions that may be of the handler. All of the namespace are; fewer are faster. */
  recordsNear(namespace: string, handler: string): Promise<SeenOf<'GatiVersion'>[]>;
  create(resource: DeploymentResource): Promise<DeploymentResource>;
  /** All operations or none; a failed `test` rejects. */
  patch(ref: Ref, operations: readonly PatchOperation[], options?: PatchOptions): Promise<DeploymentResource>;
  /**
   * Writes `resource.status`; with `metadata.resourceVersion` it loses against any newer write. Answers with the object
   * as it is then, or null where it is gone.
   */
  applyStatus(resource: DeploymentResource): Promise<DeploymentResource | null>;
  /**
   * Makes the status of what was read the given one, in all that the operator owns of it (G-164). Answers whether
   * anything was written.
   */
  writeStatus(object: StatusOwner, next: object, options?: StatusWriteOptions): Promise<boolean>;
  delete(kind: string, namespace: string, name: string, options?: { uid?: string }): Promise<void>;
  /**
   * Sets the replicas of a Deployment once, as a manager of its own, so that they stay when the operator's own manager
   * leaves them to a scaler.
   */
  startReplicas(namespace: string, deployment: string, replicas: number): Promise<void>;
  /** Whether the cluster has an API for this kind; those of others are optional. */
  serves(kind: string): boolean;
}
