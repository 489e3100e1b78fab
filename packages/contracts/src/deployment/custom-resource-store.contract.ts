import type { DeploymentResource, IDeploymentTarget } from './deployment-target.contract.ts';
import type { Ref } from './ref.ts';

/** One step of a JSON Patch (RFC 6902). */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string };

export interface PatchOptions {
  /** The part of the object that is patched. @default the object without its status */
  readonly subresource?: 'status';
}

/**
 * Where custom resources are read and their status is written: always the cluster, whatever the
 * target of the manifests. Reads have the meaning they have in `IDeploymentTarget`, so that a target
 * which handles custom resources is most of a store.
 */
export interface ICustomResourceStore extends Pick<IDeploymentTarget, 'get' | 'list' | 'watch'> {
  /** Creates, and gives the object as it was stored; rejects where one of that name exists. */
  create(resource: DeploymentResource): Promise<DeploymentResource>;

  /** All operations or none; a failed `test` rejects and is never overwritten. */
  patch(ref: Ref, operations: readonly PatchOperation[], options?: PatchOptions): Promise<DeploymentResource>;

  /**
   * Writes `resource.status` and nothing else. With `metadata.resourceVersion` set it loses against
   * any newer write.
   */
  applyStatus(resource: DeploymentResource): Promise<void>;
}
