import { apiVersionOf } from '@slipway/apimachinery/references';
import type { AnyKind, AnyObject, DeepReadonly, OwnerReference } from '@slipway/kube';
import type { Stored } from '@slipway/kube/kinds';

type Owned = DeepReadonly<AnyObject>;

/** What a reference to an owner is made of. */
type Owner = { readonly metadata: Pick<Stored<AnyObject>['metadata'], 'name' | 'uid'> };

export function controllerOf(object: Owned): DeepReadonly<OwnerReference> | undefined {
  return object.metadata?.ownerReferences?.find(({ controller }) => controller);
}

export function isControlledBy(object: Owned, owner: Owned): boolean {
  return controllerOf(object)?.uid === owner.metadata?.uid;
}

/** The reference by which a controller owns what it makes. */
export function controllerReference(kind: AnyKind, { metadata: { name, uid } }: Owner): OwnerReference {
  return {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

/**
 * Which candidates are an owner's, which it should adopt, and which it should let go. What belongs to
 * another controller is nobody's business here; an owner in deletion changes nothing.
 */
export function claimsOf<Child extends Owned>(
  owner: Owned,
  candidates: readonly Child[],
  isSelected: (child: Child) => boolean,
): { readonly own: Child[]; readonly adopt: Child[]; readonly release: Child[] } {
  const claims = { own: [] as Child[], adopt: [] as Child[], release: [] as Child[] };
  const isEnding = owner.metadata?.deletionTimestamp !== undefined;
  for (const child of candidates) {
    const controller = controllerOf(child);
    if (controller && controller.uid !== owner.metadata?.uid) continue;
    if (isSelected(child)) {
      if (controller) claims.own.push(child);
      else if (!isEnding && child.metadata?.deletionTimestamp === undefined) claims.adopt.push(child);
    } else if (controller && !isEnding) claims.release.push(child);
  }
  return claims;
}
