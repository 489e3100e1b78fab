import { groupOf } from '@slipway/apimachinery/references';
import type { AnyKind, AnyObject, CacheEvent, DeepReadonly } from '@slipway/kube';
import type { Stored } from '@slipway/kube/kinds';
import type { Predicate } from '../predicates/index.ts';
import { type Key, keyId } from '../queue/index.ts';

/** One object of one cluster: the key of a controller of objects. */
export interface ObjectKey {
  readonly cluster: string;
  /** Empty for kinds without namespaces. */
  readonly namespace: string;
  readonly name: string;
  readonly [part: string]: string;
}

/** From an object to the keys that its change concerns. Synchronous and pure. */
export type Mapper<Obj extends AnyObject, K extends Key> = (object: Stored<DeepReadonly<Obj>>) => Iterable<K>;

export function objectKey(cluster: string, object: DeepReadonly<AnyObject>): ObjectKey {
  const { namespace = '', name = '' } = object.metadata ?? {};
  return { cluster, namespace, name };
}

/** From a child to the object that controls it, if that is of this kind. The version in the reference says nothing. */
export function controllerOwner(ownerKind: AnyKind, cluster: string): Mapper<AnyObject, ObjectKey> {
  return ({ metadata }) => {
    const owner = metadata.ownerReferences?.find((reference) => reference.controller);
    if (owner?.kind !== ownerKind.kind || groupOf(owner.apiVersion) !== ownerKind.group) return [];
    const namespace = ownerKind.scope === 'Cluster' ? '' : (metadata.namespace ?? '');
    return [{ cluster, namespace, name: owner.name }];
  };
}

/**
 * The keys that an event concerns, each once: those of the old state too, since an object that moved
 * from one owner to another concerns both.
 */
export function keysOf<Obj extends AnyObject, K extends Key>(event: CacheEvent<Obj>, map: Mapper<Obj, K>): K[] {
  const keys = new Map<string, K>();
  const states = event.old && event.old !== event.object ? [event.old, event.object] : [event.object];
  for (const state of states) for (const key of map(state)) keys.set(keyId(key), key);
  return [...keys.values()];
}

/** Whether the event passes. A predicate that throws lets it pass: a reconcile too many harms nobody. */
export function passes<Obj extends AnyObject>(
  event: CacheEvent<Obj>,
  predicate: Predicate<Obj>,
  onError: (error: unknown) => void,
): boolean {
  try {
    return predicate(event.old, event.type === 'deleted' ? undefined : event.object);
  } catch (error) {
    onError(error);
    return true;
  }
}
