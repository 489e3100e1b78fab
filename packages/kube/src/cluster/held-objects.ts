import { type ObjectRef } from '@slipway/apimachinery/references';
import type { CachedObject, FieldSet } from '../apply/index.ts';
import type { Cache, Caches } from '../cache/index.ts';
import { KubeError } from '../errors.ts';
import type { AnyKind, ObjectOf } from '../kinds/index.ts';

/** The held cache with the kind's objects of a namespace, or an error that says how to get one. */
export function requireCache<K extends AnyKind>(
  caches: Caches,
  kind: K,
  namespace: string | undefined,
): Cache<ObjectOf<K>> {
  const held = caches.find(kind, namespace);
  if (held) return held.view as unknown as Cache<ObjectOf<K>>;
  throw new KubeError(
    'CACHE_OUT_OF_SCOPE',
    `No cache holds ${kind.plural} of ${namespace ? `namespace "${namespace}"` : 'all namespaces'}. Acquire one with ` +
      'cluster.cache(kind), or read from the server with client.live.',
  );
}

/** What an applier wants to know of one object (R-106, R-108). */
export function lookUp(caches: Caches, kind: AnyKind, ref: ObjectRef): CachedObject | undefined {
  const held = caches.find(kind, ref.namespace);
  if (!held?.view.stateIn(ref.namespace ?? '').synced) return undefined;
  const { view, isWhole } = held;
  const object = view.get(ref);
  return {
    object,
    complete: isWhole,
    foreignFields: () => (object ? view.foreignFields(object) : []),
    ownedFields: (manager, subresource) =>
      object && (view.ownedFields(object, manager, subresource) as FieldSet | undefined),
  };
}
