import type { DeploymentResource, PatchOperation } from '@gati-framework/contracts/deployment';
import { isKubeError } from '@slipway/kube';
import type { ClusterPort } from './cluster-port.ts';
import { isSameStatus, leftovers, ownStatus, wholeStatus } from './own-status.ts';

/** A custom resource of the operator, as it was read. */
interface Written {
  readonly kind: 'GatiHandler' | 'GatiModule' | 'GatiVersion';
  readonly metadata: {
    readonly namespace?: string;
    readonly name?: string;
    readonly resourceVersion?: string | undefined;
  };
  readonly status?: object | undefined;
}

export interface StatusWriteOptions {
  /** Fields of the status that other writers own: neither compared nor written. */
  readonly others?: readonly string[];
  /** Lose against any write since the object was read (G-157). @default false */
  readonly isGuarded?: boolean;
  /** Put into `lastUpdated`, which by itself is no reason to write. */
  readonly at?: string;
}

/**
 * Makes the status say what was decided, in all that the operator owns (G-164). Answers whether anything was written.
 *
 * What is compared is what the operator owns, so another writer's conditions cause no write; a foreign value in a field
 * of ours is replaced, or taken away where ours is to be absent, once.
 */
export async function writeStatus(
  port: Pick<ClusterPort, 'applyStatus' | 'patch'>,
  { kind, metadata, status: present }: Written,
  next: object,
  { others = [], isGuarded = false, at }: StatusWriteOptions = {},
): Promise<boolean> {
  if (isSameStatus(present, next, others)) return false;
  const { namespace = '', name = '', resourceVersion } = metadata;
  const status = { ...ownStatus(next, others), ...(at !== undefined && { lastUpdated: at }) };
  const apply = (version: string | undefined) =>
    port.applyStatus({
      apiVersion: 'gati.dev/v1alpha1',
      kind,
      metadata: { namespace, name, ...(isGuarded && version !== undefined && { resourceVersion: version }) },
      spec: {},
      status,
    });
  // Of exactly this version: a newer write is looked at again first.
  const put = (version: string | undefined, operations: readonly PatchOperation[]): Promise<DeploymentResource> => {
    const isSame = { op: 'test', path: '/metadata/resourceVersion', value: version } as const;
    return port.patch({ kind, namespace, name }, [isSame, ...operations], { subresource: 'status' });
  };
  let stored: Awaited<ReturnType<typeof apply>>;
  try {
    stored = await apply(resourceVersion);
  } catch (error) {
    const operations = wholeStatus(present, status, others);
    if (!isKubeError(error, 'KUBE_INVALID') || error.status !== 422 || operations.length === 0) throw error;
    // A map that another manager has set too becomes null when an apply takes the last of our keys out of it.
    stored = await apply((await put(resourceVersion, operations)).metadata.resourceVersion);
  }
  const operations = leftovers(stored?.status as object | undefined, status, others);
  if (operations.length > 0) await put(stored?.metadata.resourceVersion, operations);
  return true;
}
