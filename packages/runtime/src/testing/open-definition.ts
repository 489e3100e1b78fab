import type { AnyKind, ObjectOf } from '@slipway/kube';
import type { CustomResourceDefinition } from '@slipway/kube/kinds';

/** A definition that lets every field through, with a status: for kinds of which only the types matter. */
export function openDefinition({
  group,
  version,
  kind,
  plural,
  scope,
}: AnyKind): ObjectOf<typeof CustomResourceDefinition> {
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, kind, singular: kind.toLowerCase() },
      versions: [
        { name: version, served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema } },
      ],
    },
  };
}
