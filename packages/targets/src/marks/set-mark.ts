import type { DeploymentResource, Ref, ResourceSet } from '@gati-framework/contracts/deployment';
import type { AnyObject, DeepReadonly } from '@slipway/kube';
import { TargetError } from '../errors.ts';
import { describeRef, digestOf, refKey } from '../resources/index.ts';

/** On every object of a set: whose it is. An object belongs to one set at a time. */
export const SET_LABEL = 'slipway.dev/set';

/** Names the set of an owner, whatever its uid: a recreated owner finds what the old one left. */
export function setIdOf(owner: Ref): string {
  return digestOf(refKey(owner));
}

export function markOf(object: DeepReadonly<AnyObject> | DeploymentResource | null | undefined): string | undefined {
  return object?.metadata?.labels?.[SET_LABEL];
}

/** The resources of a set with its mark. */
export function marked({ owner, resources }: ResourceSet): DeploymentResource[] {
  const mark = { [SET_LABEL]: setIdOf(owner) };
  return resources.map((resource) => {
    const { metadata } = resource;
    return { ...resource, metadata: { ...metadata, labels: { ...metadata.labels, ...mark } } };
  });
}

/** Two owners that want the same object would take it from each other for ever. */
export function refuseOtherSet(ref: Ref, object: DeepReadonly<AnyObject> | undefined, setId: string): void {
  const mark = markOf(object);
  if (mark === undefined || mark === setId) return;
  throw new TargetError(
    'TARGET_CONFLICT',
    `${describeRef(ref)} belongs to another set (label ${SET_LABEL}=${mark}). It was left as it is. ` +
      'Rename one of the two, or remove it from the other set first.',
  );
}
