import { isDeepStrictEqual } from 'node:util';
import type { AnyObject, DeepReadonly } from '@slipway/kube';
import type { Stored } from '@slipway/kube/kinds';

/**
 * Whether a change is worth a reconcile. `old` is undefined for an object that appeared, `object`
 * for one that is gone. Pure. It filters triggers, never the cache.
 */
export type Predicate<Obj extends AnyObject = AnyObject> = (
  old: Stored<DeepReadonly<Obj>> | undefined,
  object: Stored<DeepReadonly<Obj>> | undefined,
) => boolean;

/**
 * Appearing, going and a newly set deletion timestamp always count: a predicate that hides them
 * leaves finalizers unanswered.
 */
function onUpdate(differs: (old: DeepReadonly<AnyObject>, object: DeepReadonly<AnyObject>) => boolean): Predicate {
  return (old, object) => {
    if (!old || !object) return true;
    if (!old.metadata?.deletionTimestamp && object.metadata?.deletionTimestamp) return true;
    return differs(old, object);
  };
}

/**
 * The spec changed. Kinds without a generation (ConfigMap, Secret, Service, …) cannot tell, so every
 * change of them counts.
 */
export const generationChanged: Predicate = onUpdate(
  (old, object) => old.metadata?.generation === undefined || old.metadata.generation !== object.metadata?.generation,
);

export const labelsChanged: Predicate = onUpdate(
  (old, object) => !isDeepStrictEqual(old.metadata?.labels ?? {}, object.metadata?.labels ?? {}),
);

export const annotationsChanged: Predicate = onUpdate(
  (old, object) => !isDeepStrictEqual(old.metadata?.annotations ?? {}, object.metadata?.annotations ?? {}),
);

/** Anything changed; false for the replays of a resync. */
export const resourceVersionChanged: Predicate = onUpdate(
  (old, object) => old.metadata?.resourceVersion !== object.metadata?.resourceVersion,
);

export function and<Obj extends AnyObject>(...predicates: readonly Predicate<Obj>[]): Predicate<Obj> {
  return (old, object) => predicates.every((predicate) => predicate(old, object));
}

export function or<Obj extends AnyObject>(...predicates: readonly Predicate<Obj>[]): Predicate<Obj> {
  return (old, object) => predicates.some((predicate) => predicate(old, object));
}

export function not<Obj extends AnyObject>(predicate: Predicate<Obj>): Predicate<Obj> {
  return (old, object) => !predicate(old, object);
}
