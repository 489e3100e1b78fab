import type { AnyObject, DeepReadonly } from '@slipway/kube';
import type { JsonPatchOperation } from '@slipway/kube/client';

/**
 * What a controller with a finalizer does next.
 *
 * - `add`: put the finalizer on, and return; the next event runs `apply`
 * - `apply`: reconcile
 * - `cleanup`: undo what was done outside, then remove the finalizer
 * - `nothing`: it is deleting or gone, and nothing of ours holds it
 */
export type FinalizerStep = 'add' | 'apply' | 'cleanup' | 'nothing';

export function finalizerStep(object: DeepReadonly<AnyObject> | undefined, finalizer: string): FinalizerStep {
  if (!object) return 'nothing';
  const isDeleting = object.metadata?.deletionTimestamp !== undefined;
  const isHeld = object.metadata?.finalizers?.includes(finalizer) ?? false;
  // Never added to a deleting object: the server refuses it, and nothing was done for it yet.
  if (isDeleting) return isHeld ? 'cleanup' : 'nothing';
  return isHeld ? 'apply' : 'add';
}

/**
 * The patch that adds the finalizer. It fails (422) when the list is no longer the one that was
 * read, so another controller's entry is never lost or doubled.
 */
export function addFinalizerPatch(object: DeepReadonly<AnyObject>, finalizer: string): JsonPatchOperation[] {
  const present = object.metadata?.finalizers ?? [];
  const uid = testUid(object);
  if (present.length > 0) {
    return [
      uid,
      { op: 'test', path: '/metadata/finalizers', value: present },
      { op: 'add', path: '/metadata/finalizers/-', value: finalizer },
    ];
  }
  // A test for null passes where the list is absent, and only there: a list that came meanwhile is not replaced.
  return [
    uid,
    { op: 'test', path: '/metadata/finalizers', value: null },
    { op: 'add', path: '/metadata/finalizers', value: [finalizer] },
  ];
}

/** The patch that removes the finalizer from where it was seen, or undefined when it is not there. */
export function removeFinalizerPatch(
  object: DeepReadonly<AnyObject>,
  finalizer: string,
): JsonPatchOperation[] | undefined {
  const index = object.metadata?.finalizers?.indexOf(finalizer) ?? -1;
  if (index < 0) return undefined;
  const path = `/metadata/finalizers/${index}`;
  return [testUid(object), { op: 'test', path, value: finalizer }, { op: 'remove', path }];
}

/** Another object of the same name is not ours to hold or to let go. */
function testUid(object: DeepReadonly<AnyObject>): JsonPatchOperation {
  return { op: 'test', path: '/metadata/uid', value: object.metadata?.uid };
}
