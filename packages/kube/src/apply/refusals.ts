import { type ObjectRef } from '@slipway/apimachinery/references';
import { describeObject } from '../client/index.ts';
import { isKubeError, KubeError } from '../errors.ts';
import type { AnyKind, AnyObject } from '../kinds/index.ts';

/** Whether the server refused because another manager owns fields of the intent (K-87). */
export function isOwnershipConflict(error: unknown): error is KubeError {
  return (
    isKubeError(error, 'KUBE_CONFLICT') &&
    (error.body?.details?.causes ?? []).some((cause) => cause.reason === 'FieldManagerConflict')
  );
}

/** The object is someone else's. `object` is read live: caches keep no managedFields. */
export function foreignObject(kind: AnyKind, ref: ObjectRef, object: AnyObject | undefined): KubeError {
  const managers = new Set((object?.metadata?.managedFields ?? []).map((entry) => entry.manager));
  const owners = (object?.metadata?.ownerReferences ?? []).map((owner) => `${owner.kind}/${owner.name}`);
  return new KubeError(
    'APPLY_CONFLICT',
    `${describeObject(kind, ref)} exists and is not ours (managers: ${[...managers].join(', ') || 'none'}; ` +
      `owners: ${owners.join(', ') || 'none'}). It was left as it is. Delete or rename it, or apply with adopt.`,
  );
}

export function fieldConflict(kind: AnyKind, ref: ObjectRef, cause: KubeError): KubeError {
  const fields = (cause.body?.details?.causes ?? []).map((entry) => `${entry.field}: ${entry.message}`).join('; ');
  return new KubeError(
    'APPLY_CONFLICT',
    `${describeObject(kind, ref)} has fields of another owner (${fields}). It was left as it is. ` +
      'Leave these fields out, or let their owner go.',
    { status: 409, ...(cause.body && { body: cause.body }), cause },
  );
}

export function applyLoop(kind: AnyKind, ref: ObjectRef, manager: string, retryAfterMs: number): KubeError {
  return new KubeError(
    'APPLY_LOOP',
    `${describeObject(kind, ref)}: what ${manager} applies is changed again at once, three times in a minute. ` +
      `Applies of it pause for ${Math.ceil(retryAfterMs / 1000)} s. Look for a webhook or a controller that writes ` +
      'the same fields.',
    { retryAfterMs },
  );
}

/** Without numbers that change: a condition with this text is written once. */
export function deletedAgain(kind: AnyKind, ref: ObjectRef, retryAfterMs: number): KubeError {
  return new KubeError(
    'APPLY_LOOP',
    `${describeObject(kind, ref)} is deleted again and again, each time soon after it was created. It is created again ` +
      'at intervals of up to 5 s. Look for a controller, a policy or a job that deletes it; an audit log of the API ' +
      'server names its user.',
    { retryAfterMs },
  );
}
