import { isKubeError } from '@slipway/kube';
import type { JsonPatchOperation } from '@slipway/kube/client';
import { isSameStatus, leftovers, ownStatus, type StatusScope, wholeStatus } from './whole-status.ts';

/** An object as it is stored, as far as a writer of its status looks at it. */
export interface StatusHolder {
  readonly metadata?: { readonly resourceVersion?: string | undefined };
  readonly status?: unknown;
}

/** How a status is written. */
export interface StatusWrites {
  /** A forced server-side apply of the status; with a version it loses against any newer write. */
  apply(status: object, resourceVersion: string | undefined): Promise<StatusHolder | null>;
  /** A JSON Patch of the status: all operations or none. */
  patch(operations: readonly JsonPatchOperation[]): Promise<StatusHolder>;
}

export interface WholeStatusOptions extends StatusScope {
  /** Lose against any write since the object was read. @default false */
  readonly isGuarded?: boolean;
}

/**
 * Makes a status what was decided, in all that the writer owns of it. Answers whether anything was written.
 *
 * What is compared is what the writer owns, so another writer's conditions cause no write; a foreign value in a field of
 * ours is replaced, or taken away where ours is to be absent, once.
 */
export async function writeWholeStatus(
  writes: StatusWrites,
  { metadata: { resourceVersion } = {}, status }: StatusHolder,
  next: object,
  options: WholeStatusOptions = {},
): Promise<boolean> {
  const present = status as object | undefined;
  if (isSameStatus(present, next, options)) return false;
  const wanted = ownStatus(next, options);
  const apply = (version: string | undefined) => writes.apply(wanted, options.isGuarded ? version : undefined);
  // Of exactly this version: a newer write is looked at again first.
  const put = (version: string | undefined, operations: readonly JsonPatchOperation[]): Promise<StatusHolder> =>
    writes.patch([{ op: 'test', path: '/metadata/resourceVersion', value: version }, ...operations]);
  let stored: StatusHolder | null;
  try {
    stored = await apply(resourceVersion);
  } catch (error) {
    const operations = wholeStatus(present, wanted, options);
    if (!isKubeError(error, 'KUBE_INVALID') || error.status !== 422 || operations.length === 0) throw error;
    // A map that another manager has set too becomes null when an apply takes the last of our keys out of it.
    stored = await apply((await put(resourceVersion, operations)).metadata?.resourceVersion);
  }
  const operations = leftovers(stored?.status as object | undefined, wanted, options);
  if (operations.length > 0) await put(stored?.metadata?.resourceVersion, operations);
  return true;
}
